package dev.hpa.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.controller.plugins.ProviderConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The built-in metric providers on an accelerated clock. */
public final class ScaledProviders {

  private static final Duration REAL_DEADLINE = Duration.ofSeconds(30);

  private ScaledProviders() {}

  /**
   * Providers whose timeouts are scaled by the speed, because the CPU is not accelerated.
   *
   * @param speed cluster seconds per real second, more than 0
   */
  public static ProviderConfig at(double speed) {
    if (speed <= 1) {
      return ProviderConfig.DEFAULT;
    }
    Map<String, String> deadline =
        Map.of(
            "deadline",
            GoDuration.format(Duration.ofMillis((long) (REAL_DEADLINE.toMillis() * speed))));
    return new ProviderConfig(
        null,
        Map.of(
            "resource-metrics", deadline, "custom-metrics", deadline, "external-metrics", deadline),
        List.of(),
        false);
  }
}
