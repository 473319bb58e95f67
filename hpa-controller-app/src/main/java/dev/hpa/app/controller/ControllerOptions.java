package dev.hpa.app.controller;

import dev.hpa.core.Settings;
import java.time.Duration;

/**
 * How the loop runs.
 *
 * @param syncPeriod time from one look at an autoscaler to the next
 * @param workers autoscalers reconciled at the same time, at least 1
 * @param scaleReads where the scales of targets are read
 */
public record ControllerOptions(
    Settings settings, Duration syncPeriod, int workers, ScaleReads scaleReads) {

  /** Upstream's defaults. */
  public static final ControllerOptions DEFAULTS =
      new ControllerOptions(Settings.DEFAULTS, Duration.ofSeconds(15), 5, ScaleReads.API);
}
