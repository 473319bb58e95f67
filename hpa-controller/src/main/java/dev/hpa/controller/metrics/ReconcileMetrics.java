package dev.hpa.controller.metrics;

import static java.util.Objects.requireNonNull;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.cache.AutoscalerCache;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.MetricOutcome;
import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.schedules.Bounds;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import io.prometheus.client.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results and durations of reconciles. */
final class ReconcileMetrics implements Consumer<ReconcileResult> {

  private static final String PREFIX = "horizontal_pod_autoscaler_controller_";
  private static final String RECONCILE_LABELS =
      " The label 'action' should be either 'scale_down', 'scale_up', or 'none'. Also, the label"
          + " 'error' should be either 'spec', 'internal', or 'none'. Note that if both spec and"
          + " internal errors happen during a reconciliation, the first one to occur is reported in"
          + " `error` label.";
  private static final String TYPE_LABEL =
      " The label 'metric_type' corresponds to HPA.spec.metrics[*].type";

  private final Timeline timeline;
  private final AutoscalerCache autoscalers;
  private final Duration syncPeriod;
  private final ConditionLabels conditions;
  private final MetricFamily<Counter.Child> reconciliations;
  private final MetricFamily<Histogram.Child> reconciliationDuration;
  private final MetricFamily<Counter.Child> computations;
  private final MetricFamily<Histogram.Child> computationDuration;
  private final MetricFamily<Gauge.Child> desiredReplicas;
  private final MetricFamily<Counter.Child> decisions;
  private final MetricFamily<Counter.Child> events;
  private final MetricFamily<Histogram.Child> periods;
  private final MetricFamily<Histogram.Child> delays;
  private final Map<NamespacedName, Last> reconciled = new ConcurrentHashMap<>();
  private final DeletedSeries deleted;

  /**
   * @param syncPeriod that of autoscalers without their own
   */
  ReconcileMetrics(
      MetricFamilies families,
      Timeline timeline,
      AutoscalerCache autoscalers,
      Duration syncPeriod,
      ConditionLabels conditions) {
    this.timeline = timeline;
    this.autoscalers = autoscalers;
    this.syncPeriod = syncPeriod;
    this.conditions = conditions;
    autoscalers.onRemove(this::forget);
    reconciliations =
        families.counter(
            PREFIX + "reconciliations_total",
            "[BETA] Number of reconciliations of HPA controller." + RECONCILE_LABELS,
            "action",
            "error");
    reconciliationDuration =
        families.histogram(
            PREFIX + "reconciliation_duration_seconds",
            "[BETA] The time(seconds) that the HPA controller takes to reconcile once."
                + RECONCILE_LABELS,
            Buckets.RECONCILES,
            "action",
            "error");
    computations =
        families.counter(
            PREFIX + "metric_computation_total",
            "[BETA] Number of metric computations. The label 'action' should be either"
                + " 'scale_down', 'scale_up', or 'none'. Also, the label 'error' should be either"
                + " 'spec', 'internal', or 'none'."
                + TYPE_LABEL,
            "action",
            "error",
            "metric_type");
    computationDuration =
        families.histogram(
            PREFIX + "metric_computation_duration_seconds",
            "[BETA] The time(seconds) that the HPA controller takes to calculate one metric. The"
                + " label 'action' should be either 'scale_down', 'scale_up', or 'none'. The label"
                + " 'error' should be either 'spec', 'internal', or 'none'."
                + TYPE_LABEL,
            Buckets.RECONCILES,
            "action",
            "error",
            "metric_type");
    desiredReplicas =
        families.gauge(
            PREFIX + "desired_replicas",
            "[ALPHA] Current desired replica count for HPA objects.",
            "namespace",
            "hpa_name");
    deleted = new DeletedSeries(desiredReplicas);
    gauge(
        families,
        "hpa_dry_run_replicas_difference",
        "[ALPHA] Replicas that an HPA in mode DryRun would set, minus the current ones.",
        Last::withheld);
    gauge(
        families,
        "hpa_forecast_error_ratio",
        "[ALPHA] Error of the forecaster over the last season as a share of the load, of the metric"
            + " for which it is worst.",
        last -> last.forecast() == null ? null : last.forecast().forecast());
    gauge(
        families,
        "hpa_forecast_no_change_error_ratio",
        "[ALPHA] Error over the last season, as a share of the load, of the assumption that the"
            + " load of the same metric does not change.",
        last -> last.forecast() == null ? null : last.forecast().noChange());
    gauge(
        families,
        "hpa_schedule_min_replicas",
        "[ALPHA] The least replicas of an HPA with schedules at its last reconcile.",
        last -> last.bounds() == null ? null : last.bounds().min());
    gauge(
        families,
        "hpa_schedule_max_replicas",
        "[ALPHA] The most replicas of an HPA with schedules at its last reconcile.",
        last -> last.bounds() == null ? null : last.bounds().max());
    decisions =
        families.counter(
            "hpa_decisions_total",
            "[ALPHA] Reconciles by the conditions in the resulting status.",
            "condition",
            "status",
            "reason");
    events =
        families.counter(
            "hpa_events_total",
            "[ALPHA] Events of reconciles, before aggregation and rate limits.",
            "type",
            "reason");
    periods =
        families.histogram(
            "hpa_reconcile_period_seconds",
            "[ALPHA] Time from the end of one reconcile of an HPA to the end of the next.",
            Buckets.PERIODS);
    delays =
        families.histogram(
            PREFIX + "reconciliation_delay_ratio",
            "[ALPHA] Time from the end of one reconciliation of an HPA to the start of the next,"
                + " divided by its sync period. The label 'period_source' should be either 'spec',"
                + " if the HPA has its own period, or 'global'.",
            Buckets.DELAYS,
            "period_source");
    gauge(
        families,
        "hpa_autoscaler_period_seconds",
        "[ALPHA] Time between the last two reconciles of an HPA.",
        last -> last.period() == null ? null : Buckets.seconds(last.period()));
  }

  /**
   * The last reconcile of an autoscaler.
   *
   * @param period time since the previous reconcile; null for the first one
   * @param withheld replicas that it would set in another mode, minus the current ones
   * @param forecast the error of the metric whose forecasts are worst compared with no change
   * @param bounds those of schedules
   */
  private record Last(
      Instant at,
      @Nullable Duration period,
      @Nullable Integer withheld,
      @Nullable ForecastError forecast,
      @Nullable Bounds bounds) {}

  /** Registers a gauge with a series for each autoscaler that has a value. */
  private void gauge(
      MetricFamilies families, String name, String help, Function<Last, @Nullable Number> value) {
    families.readGauge(
        name,
        help,
        List.of("namespace", "hpa_name"),
        () -> {
          Map<List<String>, Double> values = new HashMap<>();
          reconciled.forEach(
              (key, last) -> {
                Number known = value.apply(last);
                if (known != null) {
                  values.put(List.of(key.namespace(), key.name()), known.doubleValue());
                }
              });
          return values;
        });
  }

  @Override
  public void accept(ReconcileResult result) {
    String action = ReconcileLabels.action(result);
    String error = ReconcileLabels.error(result);
    reconciliations.with(action, error).inc();
    reconciliationDuration.with(action, error).observe(Buckets.seconds(result.duration()));
    metrics(result);
    NamespacedName key = NamespacedName.of(result.hpa().metadata());
    Integer desired = result.conclusion().desiredReplicas();
    if (desired != null) {
      desiredReplicas.with(key.namespace(), key.name()).set(desired);
      deleted.lives(key);
    }
    for (List<String> condition : conditions.of(result.status())) {
      decisions.with(condition.toArray(String[]::new)).inc();
    }
    for (HpaEvent event : result.events()) {
      events.with(event.type().text(), event.reason()).inc();
    }
    keep(key, result);
  }

  private void keep(NamespacedName key, ReconcileResult result) {
    Instant now = timeline.now();
    Situation situation = result.situation();
    Last last =
        requireNonNull(
            reconciled.compute(
                key,
                (any, before) ->
                    new Last(
                        now,
                        before == null ? null : Duration.between(before.at(), now),
                        result.withheldDifference(),
                        forecast(situation, before == null ? null : before.forecast()),
                        bounds(result.hpa().spec(), situation))));
    if (last.period() != null) {
      periods.with().observe(Buckets.seconds(last.period()));
      delay(last.period().minus(result.duration()), situation);
    }
    if (autoscalers.get(key) == null) {
      // Deleted during the reconcile.
      forget(key);
    }
  }

  private static @Nullable Bounds bounds(HpaSpec spec, @Nullable Situation situation) {
    return situation == null || situation.options().schedules().isEmpty()
        ? null
        : situation.options().bounds(spec, situation.now());
  }

  /** An autoscaler whose forecasts are not known in this reconcile keeps the error from before. */
  private static @Nullable ForecastError forecast(
      @Nullable Situation situation, @Nullable ForecastError before) {
    if (situation == null) {
      return null;
    }
    ForecastError worst = worst(situation.context().forecasts().metrics().values());
    return worst == null && situation.options().forecast() != null ? before : worst;
  }

  private static @Nullable ForecastError worst(Collection<LoadForecast> forecasts) {
    return forecasts.isEmpty()
        ? null
        : forecasts.stream()
            .map(LoadForecast::error)
            .filter(each -> each.comparisons() > 0)
            .max(Comparator.comparingDouble(each -> each.forecast() - each.noChange()))
            .orElse(null);
  }

  private void metrics(ReconcileResult result) {
    Situation situation = result.situation();
    if (situation == null || !(situation.plan() instanceof Plan.Measure measure)) {
      return;
    }
    List<MetricOutcome> outcomes = result.decision().reasoning().metrics();
    for (int i = 0; i < outcomes.size(); i++) {
      String action = ReconcileLabels.action(outcomes.get(i), result.hpa());
      String error = ReconcileLabels.error(outcomes.get(i));
      String type = measure.metrics().get(i).spec().type();
      computations.with(action, error, type).inc();
      computationDuration.with(action, error, type).observe(Buckets.seconds(result.readTime()));
    }
  }

  /**
   * Records a delay.
   *
   * @param situation null if the scale could not be read, so that the period is not known
   */
  private void delay(Duration delay, @Nullable Situation situation) {
    if (situation != null) {
      Duration own = situation.options().syncPeriod();
      delays
          .with(own == null ? "global" : "spec")
          .observe(
              Math.max(0, Buckets.seconds(delay))
                  / Buckets.seconds(own == null ? syncPeriod : own));
    }
  }

  private void forget(NamespacedName key) {
    if (reconciled.remove(key) != null) {
      deleted.add(key);
    }
  }

  /** The number of autoscalers with a recorded reconcile. */
  int size() {
    return reconciled.size();
  }
}
