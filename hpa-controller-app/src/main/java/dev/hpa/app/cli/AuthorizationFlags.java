package dev.hpa.app.cli;

import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.kube.client.KubeconfigValidation;
import dev.hpa.kube.client.KubeconfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What callers of the served port may see. */
final class AuthorizationFlags {

  @Option(
      names = "--authorization-kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster that decides by SubjectAccessReview who may see what; without it, outside a"
              + " pod, only the paths that are always allowed are open.")
  private String kubeconfig = "";

  @Option(
      names = "--authorization-always-allow-paths",
      paramLabel = "PATH,...",
      converter = Csv.Converter.class,
      defaultValue = "/healthz,/readyz,/livez",
      description =
          "Paths open to everybody; * at the end of one stands for any end (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Csv> alwaysAllowed = new ArrayList<>();

  @Option(
      names = "--authorization-webhook-cache-authorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long a yes counts without asking again (default: ${DEFAULT-VALUE}).")
  private Duration allowedTtl = Duration.ofSeconds(10);

  @Option(
      names = "--authorization-webhook-cache-unauthorized-ttl",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "10s",
      description = "How long a no counts without asking again (default: ${DEFAULT-VALUE}).")
  private Duration deniedTtl = Duration.ofSeconds(10);

  /** Refuses what cannot be served with. */
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

  /** The options these flags stand for. */
  AuthorizationOptions options() {
    return new AuthorizationOptions(
        FlagFiles.path(kubeconfig), Csv.items(alwaysAllowed), allowedTtl, deniedTtl);
  }
}
