package dev.hpa.controller.reconcile;

import dev.hpa.core.Settings;
import java.time.Duration;

/**
 * How the loop runs.
 *
 * @param syncPeriod time from one look at an autoscaler to the next
 * @param workers autoscalers reconciled at the same time, at least 1
 * @param scaleReads where the scales of targets are read
 * @param staleLimit how long a watch may be down before nothing is decided any more; zero to decide
 *     on whatever there is
 * @param spreadStart whether each namespace has moments of its own, a period apart, instead of each
 *     look coming a period after the autoscaler was seen or the last one ended
 * @param shadow whether nothing is written, and what would have been is compared with what another
 *     controller writes
 * @param foreignWriteEvents whether writes of others to statuses and replicas become events of
 *     their autoscalers; they are log lines in any case
 */
public record ControllerOptions(
    Settings settings,
    Duration syncPeriod,
    int workers,
    ScaleReads scaleReads,
    Duration staleLimit,
    boolean spreadStart,
    boolean shadow,
    boolean foreignWriteEvents) {

  /** Upstream's defaults. */
  public static final ControllerOptions DEFAULTS =
      new ControllerOptions(
          Settings.DEFAULTS,
          Duration.ofSeconds(15),
          5,
          ScaleReads.API,
          Duration.ofMinutes(1),
          false,
          false,
          false);

  public ControllerOptions withSettings(Settings value) {
    return new ControllerOptions(
        value,
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents);
  }

  public ControllerOptions withSyncPeriod(Duration value) {
    return new ControllerOptions(
        settings, value, workers, scaleReads, staleLimit, spreadStart, shadow, foreignWriteEvents);
  }

  public ControllerOptions withWorkers(int value) {
    return new ControllerOptions(
        settings,
        syncPeriod,
        value,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents);
  }

  public ControllerOptions withScaleReads(ScaleReads value) {
    return new ControllerOptions(
        settings, syncPeriod, workers, value, staleLimit, spreadStart, shadow, foreignWriteEvents);
  }

  public ControllerOptions withStaleLimit(Duration value) {
    return new ControllerOptions(
        settings, syncPeriod, workers, scaleReads, value, spreadStart, shadow, foreignWriteEvents);
  }

  /** The same beside another controller, without writing. */
  public ControllerOptions asShadow() {
    return new ControllerOptions(
        settings,
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        true,
        foreignWriteEvents);
  }
}
