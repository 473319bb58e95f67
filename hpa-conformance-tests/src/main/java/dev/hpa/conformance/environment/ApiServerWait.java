package dev.hpa.conformance.environment;

import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for an API server. */
final class ApiServerWait {

  private static final Duration SERVER_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private ApiServerWait() {}

  /** Retries while the API server may be starting; 401 and 403 are permanent. */
  static void untilUsable(ClusterApi api) throws TestClusterException, InterruptedException {
    long deadline = System.nanoTime() + RESPONSE_TIMEOUT.toNanos();
    while (true) {
      try {
        api.get("/version");
        return;
      } catch (IOException failure) {
        boolean refused =
            failure instanceof RefusedException refusal
                && (refusal.code() == 401 || refusal.code() == 403);
        if (refused || System.nanoTime() > deadline) {
          throw new TestClusterException(
              "API server %s: not usable: %s".formatted(api.server(), failure.getMessage()),
              failure);
        }
      }
      Thread.sleep(Duration.ofMillis(200));
    }
  }

  /** Waits until the API server serves something. */
  static void until(String what, BooleanSupplier holds)
      throws TestClusterException, InterruptedException {
    long deadline = System.nanoTime() + SERVER_TIMEOUT.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new TestClusterException(
            "%s: not served by the API server after %d s; check its log"
                .formatted(what, SERVER_TIMEOUT.toSeconds()));
      }
      Thread.sleep(Duration.ofMillis(50));
    }
  }
}
