package dev.hpa.core.options;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The keys of options. The annotation of a key is {@link #PREFIX} followed by its name. */
public enum OptionKey {
  MODE(
      "mode",
      "Active, DryRun, Paused or ScaleUpOnly",
      "Active",
      "Paused",
      "What happens with decisions: they are written, only reported, not made, or only scale up",
      OptionParser.oneOf(Mode.values())),
  MODE_UNTIL(
      "mode-until",
      "RFC 3339 time",
      "none",
      "2026-12-01T06:00:00Z",
      "When the mode becomes Active again",
      OptionParser.time()),
  SYNC_PERIOD(
      "sync-period",
      "duration from 1s to 24h",
      "--horizontal-pod-autoscaler-sync-period",
      "5s",
      "Time between two syncs; changes of the spec are synced at once",
      OptionParser.durationFrom(Duration.ofSeconds(1))),
  CPU_INITIALIZATION_PERIOD(
      "cpu-initialization-period",
      "duration up to 24h",
      "--horizontal-pod-autoscaler-cpu-initialization-period",
      "2m",
      "Time after the start of a pod in which its CPU samples may be ignored",
      OptionParser.durationFrom(Duration.ZERO)),
  INITIAL_READINESS_DELAY(
      "initial-readiness-delay",
      "duration up to 24h",
      "--horizontal-pod-autoscaler-initial-readiness-delay",
      "1m",
      "Time after the start of a pod in which it counts as not yet ready",
      OptionParser.durationFrom(Duration.ZERO)),
  SELECTION_STRATEGY(
      "selection-strategy",
      "LabelSelector or OwnerReference",
      "LabelSelector",
      "OwnerReference",
      "Which pods are counted: all that the selector matches, or those that the target owns",
      OptionParser.words("LabelSelector", "OwnerReference")),
  FALLBACK_REPLICAS(
      "fallback-replicas",
      "integer greater than 0",
      "none",
      "12",
      "Replicas that a metric proposes after it has failed for fallback-after",
      OptionParser.positiveInteger()),
  FALLBACK_AFTER(
      "fallback-after",
      "duration up to 24h",
      "3m",
      "5m",
      "How long a metric fails before it falls back",
      OptionParser.durationFrom(Duration.ZERO)),
  FALLBACK_STRATEGY(
      "fallback-strategy",
      "Static, CurrentReplicas, CurrentReplicasIfHigher or CurrentReplicasIfLower",
      "Static",
      "CurrentReplicasIfHigher",
      "How the proposal of a failed metric is computed",
      OptionParser.oneOf(Fallback.Strategy.values())),
  TREAT_AS_MISSING(
      "treat-as-missing",
      "empty, zero, negative, overflow, older-than=DURATION up to 24h, separated by commas",
      "none",
      "empty,older-than=2m",
      "Answers of a metrics source that count as a failed metric",
      OptionParser.missing()),
  VALUE_BASE(
      "value-base",
      "Ready or Spec",
      "Ready",
      "Spec",
      "What the ratio of a Value target is multiplied by: the ready pods, or the requested replicas",
      OptionParser.words("Ready", "Spec")),
  REQUEST_BASE(
      "request-base",
      "Spec, Allocated or Limits",
      "Spec",
      "Allocated",
      "What utilization is measured against: the requests of the spec, those in effect during an"
          + " in-place resize, or the limits",
      OptionParser.oneOf(RequestBase.values())),
  MIN_READY(
      "min-ready",
      "share from 0% to 100%",
      "0%",
      "50%",
      "The share of the requested replicas that has to be ready for a scale-down",
      OptionParser.share()),
  SCALE_DOWN_ORDER(
      "scale-down-order",
      "zone, idle and node, or some of them, separated by commas",
      "none",
      "zone,idle,node",
      "Which pods a scale-down deletes first; a later word decides where an earlier one does not",
      OptionParser.someOf(PodOrder.values())),
  STUCK_AFTER(
      "stuck-after",
      "duration from 1s to 24h",
      "none",
      "10m",
      "How long a pod on a node is not ready until scale-ups do not count on it and add it",
      OptionParser.durationFrom(Duration.ofSeconds(1))),
  DRAIN(
      "drain",
      "Ignore or Surge",
      "Ignore",
      "Surge",
      "Whether one replica is added while a disruption budget keeps a pod on a cordoned node",
      OptionParser.words("Ignore", "Surge")),
  ROLLOUT(
      "rollout",
      "Ignore or Compensate",
      "Ignore",
      "Compensate",
      "Whether the additional pods of a rollout influence the replica count",
      OptionParser.words("Ignore", "Compensate")),
  ROLLOUT_TIMEOUT(
      "rollout-timeout",
      "duration up to 24h",
      "10m",
      "30m",
      "How long a rollout delays scale-downs if rollout is Compensate",
      OptionParser.durationFrom(Duration.ZERO)),
  SCHEDULE(
      "schedule",
      "NAME",
      "[DAYS] HH:MM-HH:MM [ZONE] with min=N, max=N or both",
      "none",
      "Mon-Fri 08:00-20:00 Europe/Vienna min=10 max=50",
      "minReplicas and maxReplicas at certain times; any number of names",
      OptionParser.schedule()),
  WATERMARK(
      "watermark",
      "METRIC",
      "LOW-HIGH in the unit of the target",
      "none",
      "40-80",
      "Thresholds of a metric that replace its target and tolerance: between them nothing happens",
      OptionParser.watermark()),
  AGGREGATE(
      "aggregate",
      "METRIC",
      "max, or a percentile from p1 to p99",
      "none",
      "max",
      "The value of the pods that is compared with the target of a metric where it is higher than"
          + " their average",
      OptionParser.percentile()),
  FORECAST(
      "forecast",
      "name of a forecaster: lower-case letters, digits and hyphens",
      "none",
      "seasonal",
      "Which forecaster proposes replicas for the load that is expected",
      OptionParser.matching("[a-z0-9]([a-z0-9-]*[a-z0-9])?")),
  FORECAST_HORIZON(
      "forecast-horizon",
      "duration from 1m to half of the season",
      "15m",
      "10m",
      "How far ahead the load is forecast",
      OptionParser.duration(ForecastOptions.MIN_HORIZON, ForecastOptions.MAX_SEASON.dividedBy(2))),
  FORECAST_SEASON(
      "forecast-season",
      "duration from 1h to 840h",
      "24h",
      "168h",
      "Length of the pattern in which the load repeats",
      OptionParser.duration(ForecastOptions.MIN_SEASON, ForecastOptions.MAX_SEASON)),
  FORECAST_QUERY(
      "forecast-query",
      "PromQL expression",
      "none",
      "sum(rate(http_requests_total{app=\"web\"}[5m]))",
      "Past load of the first metric in Prometheus, read once if --forecast-prometheus is set;"
          + " HPAs may set it only with --allowed-options",
      OptionParser.query());

  /** The prefix of annotations that are options. */
  public static final String PREFIX = "hpa.dev/";

  private final String text;
  private final String part;
  private final String values;
  private final String defaultValue;
  private final String example;
  private final String meaning;

  /** Has no state. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final OptionParser parser;

  OptionKey(
      String text,
      String values,
      String defaultValue,
      String example,
      String meaning,
      OptionParser parser) {
    this(text, "", values, defaultValue, example, meaning, parser);
  }

  /**
   * @param part what follows the name in annotations, as documentation names it
   */
  OptionKey(
      String text,
      String part,
      String values,
      String defaultValue,
      String example,
      String meaning,
      OptionParser parser) {
    this.text = text;
    this.part = part;
    this.values = values;
    this.defaultValue = defaultValue;
    this.example = example;
    this.meaning = meaning;
    this.parser = parser;
  }

  /**
   * The keys that autoscalers may set unless {@code --allowed-options} says otherwise: all but the
   * query that is sent to Prometheus with the credentials of the controller.
   */
  public static Set<OptionKey> allowedByDefault() {
    return EnumSet.complementOf(EnumSet.of(FORECAST_QUERY));
  }

  /** The key with this name, without the prefix. */
  public static Optional<OptionKey> of(String text) {
    return Arrays.stream(values()).filter(key -> key.text.equals(text)).findFirst();
  }

  /**
   * Whether an autoscaler may have several options of this key, each with an {@link
   * OptionName#part()}.
   */
  public boolean isNamed() {
    return !part.isEmpty();
  }

  /** Whether the part is the name of a metric. */
  boolean isOfMetric() {
    return part.equals("METRIC");
  }

  /** The annotation of this key, with a placeholder for the part of a named one. */
  public String annotation() {
    return PREFIX + text + (part.isEmpty() ? "" : "." + part);
  }

  /** The accepted values, as a phrase. */
  public String accepted() {
    return values;
  }

  /** The value without the option, or the flag that sets it. */
  public String defaultValue() {
    return defaultValue;
  }

  /** A valid value. */
  public String example() {
    return example;
  }

  /** The effect, as one phrase. */
  public String meaning() {
    return meaning;
  }

  OptionParser parser() {
    return parser;
  }

  /** The name without the prefix. */
  @Override
  public String toString() {
    return text;
  }
}
