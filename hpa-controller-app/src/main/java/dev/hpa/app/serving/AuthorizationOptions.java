package dev.hpa.app.serving;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What callers of the served port may see.
 *
 * @param kubeconfig of the API server that decides; null outside a pod: nobody may see more than
 *     the paths below
 * @param alwaysAllowed paths open to everybody; one with {@code *} at its end stands for all that
 *     begin so
 * @param allowedTtl how long a yes counts without asking again
 * @param deniedTtl how long a no counts
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
