package dev.hpa.controller.reconcile;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.core.settings.Settings;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The options of the control loop. Immutable.
 *
 * @param syncPeriod the sync period: time between two reconciles of an autoscaler
 * @param workers autoscalers reconciled at the same time, at least 1
 * @param scaleReads where the scales of targets are read
 * @param staleLimit maximum cache staleness: how long a watch may be down before reconciles are
 *     skipped; zero to never skip
 * @param readsOwnWrites feature gate StaleControllerConsistencyHPA: whether a reconcile is skipped
 *     until the watch has delivered the status that this controller wrote last
 * @param spreadStart whether reconciles are staggered by namespace within the sync period, instead
 *     of following a period after the previous one
 * @param mode whether the controller scales, or runs in shadow mode
 * @param foreignWriteEvents whether writes of other clients to statuses and replicas are reported
 *     as events; they are always logged
 * @param autoscalerOptions what concerns options of autoscalers; ignored in {@link
 *     ControllerMode#SHADOW}
 */
public record ControllerOptions(
    Settings settings,
    Duration syncPeriod,
    int workers,
    ScaleReads scaleReads,
    Duration staleLimit,
    boolean readsOwnWrites,
    boolean spreadStart,
    ControllerMode mode,
    boolean foreignWriteEvents,
    OptionSettings autoscalerOptions) {

  /** The defaults of the {@linkplain KubernetesVersion#DEFAULT default release}. */
  public static final ControllerOptions DEFAULTS = defaults(KubernetesVersion.DEFAULT);

  /** The defaults of a release. */
  public static ControllerOptions defaults(KubernetesVersion version) {
    return new ControllerOptions(
        Settings.defaults(version),
        Duration.ofSeconds(15),
        5,
        ScaleReads.API,
        Duration.ofMinutes(1),
        version.readsOwnWrites(),
        false,
        ControllerMode.ACTIVE,
        false,
        OptionSettings.DEFAULTS);
  }

  /** A copy that reports writes of other clients, or does not. */
  public ControllerOptions withForeignWriteEvents(boolean value) {
    return with(each -> each.foreignWriteEvents = value);
  }

  /** A copy that emulates a release, with the defaults of its feature gates. */
  public ControllerOptions emulating(KubernetesVersion version) {
    return with(
        each -> {
          each.settings = settings.emulating(version);
          each.readsOwnWrites = version.readsOwnWrites();
        });
  }

  public ControllerOptions withSettings(Settings value) {
    return with(each -> each.settings = value);
  }

  public ControllerOptions withSyncPeriod(Duration value) {
    return with(each -> each.syncPeriod = value);
  }

  public ControllerOptions withWorkers(int value) {
    return with(each -> each.workers = value);
  }

  public ControllerOptions withScaleReads(ScaleReads value) {
    return with(each -> each.scaleReads = value);
  }

  public ControllerOptions withStaleLimit(Duration value) {
    return with(each -> each.staleLimit = value);
  }

  public ControllerOptions withSpreadStart(boolean value) {
    return with(each -> each.spreadStart = value);
  }

  public ControllerOptions withMode(ControllerMode value) {
    return with(each -> each.mode = value);
  }

  public ControllerOptions withAutoscalerOptions(OptionSettings value) {
    return with(each -> each.autoscalerOptions = value);
  }

  private ControllerOptions with(Consumer<Values> change) {
    Values values = new Values(this);
    change.accept(values);
    return new ControllerOptions(
        values.settings,
        values.syncPeriod,
        values.workers,
        values.scaleReads,
        values.staleLimit,
        values.readsOwnWrites,
        values.spreadStart,
        values.mode,
        values.foreignWriteEvents,
        values.autoscalerOptions);
  }

  /** The values of a copy. */
  private static final class Values {
    private Settings settings;
    private Duration syncPeriod;
    private int workers;
    private ScaleReads scaleReads;
    private Duration staleLimit;
    private boolean readsOwnWrites;
    private boolean spreadStart;
    private ControllerMode mode;
    private boolean foreignWriteEvents;
    private OptionSettings autoscalerOptions;

    Values(ControllerOptions former) {
      settings = former.settings;
      syncPeriod = former.syncPeriod;
      workers = former.workers;
      scaleReads = former.scaleReads;
      staleLimit = former.staleLimit;
      readsOwnWrites = former.readsOwnWrites;
      spreadStart = former.spreadStart;
      mode = former.mode;
      foreignWriteEvents = former.foreignWriteEvents;
      autoscalerOptions = former.autoscalerOptions;
    }
  }

  /**
   * The time from one sync of an autoscaler to the next: the period, and half of it in shadow mode,
   * so that no sample of the metrics, which is valid for about a period, is missed.
   */
  public Duration syncInterval() {
    return shadow() ? syncPeriod.dividedBy(2) : syncPeriod;
  }

  /** Whether nothing is written. */
  public boolean shadow() {
    return mode != ControllerMode.ACTIVE;
  }

  /** Whether decisions depend on the options of autoscalers. */
  public boolean appliesOptions() {
    return mode != ControllerMode.SHADOW;
  }
}
