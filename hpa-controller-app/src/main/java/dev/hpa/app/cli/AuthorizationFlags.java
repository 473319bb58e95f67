package dev.hpa.app.cli;

import dev.hpa.app.serving.AuthorizationOptions;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.kube.client.KubeconfigValidation;
import java.time.Duration;
import java.util.List;

/** The flags of request authorization. */
final class AuthorizationFlags extends FlagGroup {

  private final Flag<String> kubeconfig =
      text(
          "authorization-kubeconfig",
          "FILE",
          "Kubeconfig of the cluster for SubjectAccessReviews; without it, outside a pod,"
              + " only the always allowed paths are accessible.");

  private final Flag<List<String>> alwaysAllowed =
      flag(
          "authorization-always-allow-paths",
          "PATH,...",
          FlagTypes.CSV,
          "/healthz,/readyz,/livez",
          "Paths that are accessible without authorization; a trailing * matches any"
              + " suffix (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> allowedTtl =
      duration(
          "authorization-webhook-cache-authorized-ttl",
          "10s",
          "How long allowed decisions are cached (default: ${DEFAULT-VALUE}).");

  private final Flag<Duration> deniedTtl =
      duration(
          "authorization-webhook-cache-unauthorized-ttl",
          "10s",
          "How long denied decisions are cached (default: ${DEFAULT-VALUE}).");

  /** Rejects an unusable kubeconfig or path. */
  void requireUsable() {
    try {
      if (!kubeconfig.get().isEmpty()) {
        KubeconfigValidation.requireUsable(kubeconfig.get(), "");
      }
    } catch (KubeconfigException failure) {
      throw new UsageException(
          "failed to get delegated authorization kubeconfig: " + failure.getMessage(), failure);
    }
    for (String path : alwaysAllowed.get()) {
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
        FlagFiles.path(kubeconfig.get()), alwaysAllowed.get(), allowedTtl.get(), deniedTtl.get());
  }
}
