package dev.hpa.app.serving;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of request authorization.
 *
 * @param kubeconfig of the API server for SubjectAccessReviews; if it is null outside a pod, only
 *     the paths below are accessible
 * @param alwaysAllowed paths that need no authorization; a trailing {@code *} matches any suffix
 * @param allowedTtl TTL of allowed decisions
 * @param deniedTtl TTL of denied decisions
 */
public record AuthorizationOptions(
    @Nullable Path kubeconfig,
    List<String> alwaysAllowed,
    Duration allowedTtl,
    Duration deniedTtl) {

  /** Upstream's defaults. */
  public static final AuthorizationOptions DEFAULTS =
      new AuthorizationOptions(
          null,
          List.of("/healthz", "/readyz", "/livez"),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  public AuthorizationOptions {
    alwaysAllowed = List.copyOf(alwaysAllowed);
  }
}
