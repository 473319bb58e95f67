package dev.hpa.app.cli;

import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags of request authorization. */
final class AuthorizationFlags {

  @Option(
      names = "--authorization-kubeconfig",
      paramLabel = "FILE",
      description =
          "Kubeconfig of the cluster for SubjectAccessReviews; without it, outside a pod,"
              + " only the always allowed paths are accessible.")
  private String kubeconfig = "";

  @Option(
      names = "--authorization-always-allow-paths",
      paramLabel = "PATH,...",
      converter = Csv.Converter.class,
      defaultValue = "/healthz,/readyz,/livez",
      description =
          "Paths that are accessible without authorization; a trailing * matches any"
              + " suffix (default: ${DEFAULT-VALUE}).")
  private List<Csv> alwaysAllowed = new ArrayList<>();

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long allowed decisions are cached (default: ${DEFAULT-VALUE}).")
  private Duration allowedTtl = Duration.ofSeconds(10);

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long denied decisions are cached (default: ${DEFAULT-VALUE}).")
  private Duration deniedTtl = Duration.ofSeconds(10);

  /** Rejects an unusable kubeconfig or path. */
  void requireUsable() {
    try {
      if (!kubeconfig.isEmpty()) {
        KubeconfigValidation.requireUsable(kubeconfig, "");
      }
    } catch (KubeconfigException failure) {
      throw new UsageException(
          "failed to get delegated authorization kubeconfig: " + failure.getMessage(), failure);
    }
    for (String path : Csv.items(alwaysAllowed)) {
      String bare = path.startsWith("/") ? path.substring(1) : path;
      int star = bare.indexOf('*');
      if (star >= 0 && star < bare.length() - 1) {
        throw new UsageException("only trailing * allowed in \"" + bare + "\"");
      }
    }
  }

  /** The options that these flags set. */
  AuthorizationOptions options() {
    return new AuthorizationOptions(
        FlagFiles.path(kubeconfig), Csv.items(alwaysAllowed), allowedTtl, deniedTtl);
  }
}
