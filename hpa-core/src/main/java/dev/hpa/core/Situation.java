package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Options;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.List;

/**
 * The input of a decision whose target's scale was read. Immutable.
 *
 * @param hpa the autoscaler with the status it had when the reconcile began
 * @param scale the target's scale, read in this reconcile
 * @param plan the plan made of the two
 * @param selection the pods of the plan's selector; empty if the plan measures nothing
 * @param metrics the plan's metrics with their results, in the order of the spec; empty if the plan
 *     measures nothing or the selection is ambiguous
 * @param history the history of the autoscaler, {@link History#seeded} with this scale
 * @param context what only options depend on
 * @param settings the settings, with those that the options replace
 * @param now when the last result was read
 */
public record Situation(
    HorizontalPodAutoscaler hpa,
    Scale scale,
    Plan plan,
    Selection selection,
    List<MeasuredMetric> metrics,
    History history,
    Context context,
    Settings settings,
    Instant now)
    implements Observation {

  /**
   * What only options depend on.
   *
   * @param options the options of the autoscaler, {@linkplain Options#appliedTo applied to} its
   *     spec
   * @param rollout the rollout of the target; {@link Rollout#NONE} unless the options ask for it
   * @param outages the outages of the metric providers
   * @param forecasts the forecasts of the loads; {@link Forecasts#NONE} unless the options ask for
   *     them
   * @param drain the cordoned nodes of the pods; {@link Drain#NONE} unless the options ask for them
   */
  public record Context(
      Options options, Rollout rollout, Outages outages, Forecasts forecasts, Drain drain) {

    /** Without forecasts and cordoned nodes. */
    public Context(Options options, Rollout rollout, Outages outages) {
      this(options, rollout, outages, Forecasts.NONE, Drain.NONE);
    }

    /**
     * A copy whose metrics have the average as their value, and are compared with their targets.
     */
    Context withoutThoseOfMetrics() {
      return new Context(options.withoutThoseOfMetrics(), rollout, outages, forecasts, drain);
    }

    /** A copy with forecasts. */
    public Context with(Forecasts other) {
      return new Context(options, rollout, outages, other, drain);
    }

    /** A copy with cordoned nodes. */
    public Context with(Drain other) {
      return new Context(options, rollout, outages, forecasts, other);
    }

    /** No options: the behavior of upstream. */
    public static final Context NONE = new Context(Options.NONE, Rollout.NONE, Outages.NONE);
  }

  public Situation {
    metrics = List.copyOf(metrics);
  }

  /**
   * A situation in which metrics were read as planned.
   *
   * @param results one for each of the plan's {@link Plan.Measure#queries(Selection) queries}, in
   *     their order; empty for a plan that measures nothing
   * @throws IllegalArgumentException if there are fewer or more results than queries
   */
  public static Situation of(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      Plan plan,
      Selection selection,
      List<MetricResult> results,
      History history,
      Settings settings,
      Instant now) {
    return new Situation(
        hpa,
        scale,
        plan,
        selection,
        plan instanceof Plan.Measure measure && !selection.isAmbiguous()
            ? measure.measured(results)
            : List.of(),
        history,
        Context.NONE,
        settings,
        now);
  }

  /** The options of the autoscaler. */
  public Options options() {
    return context.options();
  }

  /** The mode of the autoscaler now. */
  Mode mode() {
    return context.options().modeAt(now);
  }

  /** The bounds of the replicas now. */
  Bounds bounds() {
    return DrainRule.bounds(hpa, scale, context.options(), context.drain(), now);
  }

  /** A copy with options. */
  public Situation with(Context other) {
    return new Situation(hpa, scale, plan, selection, metrics, history, other, settings, now);
  }

  /** The pods of the selection. */
  public List<Pod> pods() {
    return selection.pods();
  }

  /** The results of the metrics that were read, in the order of the spec. */
  public List<MetricResult> results() {
    return metrics.stream()
        .filter(MeasuredMetric.Read.class::isInstance)
        .map(metric -> ((MeasuredMetric.Read) metric).result())
        .toList();
  }

  /** A copy with other results of the metrics that were read. */
  public Situation withResults(List<MetricResult> results) {
    return of(hpa, scale, plan, selection, results, history, settings, now).with(context);
  }

  /** A copy with another history. */
  public Situation withHistory(History other) {
    return new Situation(hpa, scale, plan, selection, metrics, other, context, settings, now);
  }
}
