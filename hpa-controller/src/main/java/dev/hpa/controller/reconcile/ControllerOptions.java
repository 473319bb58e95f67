package dev.hpa.controller.reconcile;

import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.Settings;
import java.time.Duration;

/**
 * The options of the control loop. Immutable.
 *
 * @param syncPeriod the sync period: time between two reconciles of an autoscaler
 * @param workers autoscalers reconciled at the same time, at least 1
 * @param scaleReads where the scales of targets are read
 * @param staleLimit maximum cache staleness: how long a watch may be down before reconciles are
 *     skipped; zero to never skip
 * @param spreadStart whether reconciles are staggered by namespace within the sync period, instead
 *     of following a period after the previous one
 * @param shadow shadow mode: whether decisions are only compared with those of an active
 *     controller, and nothing is written
 * @param foreignWriteEvents whether writes of other clients to statuses and replicas are reported
 *     as events; they are always logged
 * @param autoscalerOptions what concerns options of autoscalers; ignored in shadow mode
 */
public record ControllerOptions(
    Settings settings,
    Duration syncPeriod,
    int workers,
    ScaleReads scaleReads,
    Duration staleLimit,
    boolean spreadStart,
    boolean shadow,
    boolean foreignWriteEvents,
    OptionSettings autoscalerOptions) {

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
          false,
          OptionSettings.DEFAULTS);

  public ControllerOptions withSettings(Settings value) {
    return new ControllerOptions(
        value,
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents,
        autoscalerOptions);
  }

  public ControllerOptions withSyncPeriod(Duration value) {
    return new ControllerOptions(
        settings,
        value,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents,
        autoscalerOptions);
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
        foreignWriteEvents,
        autoscalerOptions);
  }

  public ControllerOptions withScaleReads(ScaleReads value) {
    return new ControllerOptions(
        settings,
        syncPeriod,
        workers,
        value,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents,
        autoscalerOptions);
  }

  public ControllerOptions withStaleLimit(Duration value) {
    return new ControllerOptions(
        settings,
        syncPeriod,
        workers,
        scaleReads,
        value,
        spreadStart,
        shadow,
        foreignWriteEvents,
        autoscalerOptions);
  }

  public ControllerOptions withAutoscalerOptions(OptionSettings value) {
    return new ControllerOptions(
        settings,
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        shadow,
        foreignWriteEvents,
        value);
  }

  /** A copy in shadow mode. */
  public ControllerOptions asShadow() {
    return new ControllerOptions(
        settings,
        syncPeriod,
        workers,
        scaleReads,
        staleLimit,
        spreadStart,
        true,
        foreignWriteEvents,
        autoscalerOptions);
  }
}
