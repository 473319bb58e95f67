package dev.hpa.dashboard;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.SafeText;
import dev.hpa.controller.history.DecisionHistory;
import dev.hpa.controller.history.LastScale;
import dev.hpa.controller.history.MetricInfo;
import dev.hpa.controller.history.MetricPoint;
import dev.hpa.controller.history.Overview;
import dev.hpa.controller.history.Sample;
import dev.hpa.controller.history.SyncFlag;
import dev.hpa.controller.reconcile.ForeignScale;
import dev.hpa.core.behavior.Normalization;
import dev.hpa.explanation.MetricDescription;
import dev.hpa.kube.client.UnexpectedFailures;
import dev.hpa.kube.memory.Limit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A row of the fleet: an autoscaler as it was at its last sync; before its first sync, as its
 * status says. Pure functions but for the history.
 */
final class RowJson {

  /** Of how many characters a text omits. */
  private static final int MAX_NOTE = 40;

  /** Points of a sparkline. */
  private static final int POINTS = 30;

  /** The conditions that are False if the controller cannot decide or scale. */
  private static final Set<String> PROBLEMS =
      Set.of(HpaCondition.ABLE_TO_SCALE, HpaCondition.SCALING_ACTIVE);

  /** Reasons with which they are False on purpose. */
  private static final Set<String> NO_PROBLEMS =
      Set.of("ScalingDisabled", "Paused", "BackoffBoth", "BackoffUpscale", "BackoffDownscale");

  private static final Map<SyncFlag, String> BADGES =
      Map.of(
          SyncFlag.ABOVE_MAX, "limited",
          SyncFlag.FAILED, "failing",
          SyncFlag.METRIC_FAILED, "failing",
          SyncFlag.FALLBACK, "fallback",
          SyncFlag.ROLLOUT, "rollout",
          SyncFlag.AMBIGUOUS, "ambiguous",
          SyncFlag.PAUSED, "paused",
          SyncFlag.DRY_RUN, "dry-run",
          SyncFlag.SCHEDULED, "scheduled",
          SyncFlag.DISABLED, "disabled");

  /** How long a change of the replicas by another writer is shown as a badge. */
  private static final Duration ELSEWHERE = Duration.ofMinutes(30);

  private final UnexpectedFailures failures = new UnexpectedFailures(RowJson.class);
  private final DecisionHistory history;
  private final Function<NamespacedName, @Nullable ForeignScale> foreignScales;

  /**
   * @param foreignScales the last change of the replicas by another writer, if any
   */
  RowJson(DecisionHistory history, Function<NamespacedName, @Nullable ForeignScale> foreignScales) {
    this.history = history;
    this.foreignScales = foreignScales;
  }

  /** A row that cannot be computed says so, and hides no other one. */
  ObjectNode of(HorizontalPodAutoscaler hpa) {
    try {
      return computed(hpa);
    } catch (RuntimeException failure) {
      failures.met("the row of " + NamespacedName.of(hpa.metadata()), failure);
      ObjectNode row = named(hpa);
      counts(row, hpa);
      metrics(row, 0, 0);
      row.putArray("badges").add("failing");
      row.putObject("problem")
          .put("reason", "NotShown")
          .put("message", "This HPA cannot be shown; the log of the controller says why.");
      return row;
    }
  }

  /** A row that only counts its metrics, where those of all have no room. */
  static ObjectNode brief(HorizontalPodAutoscaler hpa) {
    ObjectNode row = named(hpa);
    counts(row, hpa);
    metrics(row, hpa.spec().metricsOrEmpty().size(), 0);
    row.putArray("badges");
    return row;
  }

  /** Without characters of which each takes six bytes of JSON. */
  private static String shown(String text, Limit limit) {
    int longest = limit.asInt();
    String line = SafeText.line(text, longest);
    return line.length() <= longest + MAX_NOTE ? line : SafeText.cut(line, longest);
  }

  private static ObjectNode named(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("ns", key.namespace()).put("name", key.name());
    row.put("kind", shown(target.kind(), Limit.SHOWN_CHARS));
    return row.put("target", shown(target.name(), Limit.SHOWN_CHARS));
  }

  private static void counts(ObjectNode row, HorizontalPodAutoscaler hpa) {
    row.put("current", hpa.status().currentReplicas());
    row.put("desired", hpa.status().desiredReplicas());
    row.put("min", hpa.spec().minReplicasOrDefault()).put("max", hpa.spec().maxReplicas());
  }

  private ObjectNode computed(HorizontalPodAutoscaler hpa) {
    NamespacedName key = NamespacedName.of(hpa.metadata());
    ObjectNode row = named(hpa);
    Overview known = history.overview(key, POINTS);
    if (known == null) {
      fromStatus(row, hpa);
    } else {
      fromHistory(row, known, foreignScales.apply(key));
    }
    lastScale(row, hpa.status().lastScaleTime(), known == null ? null : known.lastScale());
    problem(hpa.status())
        .ifPresent(
            each ->
                row.putObject("problem")
                    .put("reason", shown(each.reason(), Limit.SHOWN_CHARS))
                    .put("message", shown(each.message(), Limit.MESSAGE_CHARS)));
    return row;
  }

  /** The condition that says why the autoscaler fails; empty if it does not, or is disabled. */
  private static Optional<HpaCondition> problem(HpaStatus status) {
    return status.conditionsOrEmpty().stream()
        .filter(each -> PROBLEMS.contains(each.type()))
        .filter(each -> each.status().equals(HpaCondition.FALSE))
        .filter(each -> !NO_PROBLEMS.contains(each.reason()))
        .findFirst();
  }

  private static boolean isAboveMax(HpaCondition condition) {
    return condition.type().equals(HpaCondition.SCALING_LIMITED)
        && condition.status().equals(HpaCondition.TRUE)
        && Normalization.Limit.MAXIMUM.reason().equals(condition.reason());
  }

  private static void fromStatus(ObjectNode row, HorizontalPodAutoscaler hpa) {
    HpaStatus status = hpa.status();
    counts(row, hpa);
    List<MetricStatus> current = status.currentMetricsOrEmpty();
    List<MetricSpec> specs = hpa.spec().metricsOrEmpty();
    int shown = Math.min(Limit.FIRST_METRICS.asInt(), specs.size());
    ArrayNode metrics = metrics(row, specs.size(), shown);
    for (int i = 0; i < shown; i++) {
      MetricDescription metric =
          new MetricDescription(specs.get(i), i < current.size() ? current.get(i) : null);
      ObjectNode node = metrics.addObject().put("name", shown(metric.name(), Limit.SHOWN_CHARS));
      node.put("unit", text(metric.unit()));
      number(node, "value", metric.currentNumber());
      number(node, "target", metric.targetNumber());
    }
    ArrayNode badges = row.putArray("badges").add("pending");
    if (status.conditionsOrEmpty().stream().anyMatch(RowJson::isAboveMax)) {
      badges.add("limited");
    }
    if (problem(status).isPresent()) {
      badges.add("failing");
    }
  }

  private static void fromHistory(ObjectNode row, Overview known, @Nullable ForeignScale foreign) {
    Sample last = known.last();
    row.put("at", last.at().toEpochMilli());
    row.put("current", last.current()).put("desired", last.desired());
    row.put("ready", last.ready()).put("min", last.min()).put("max", last.max());
    int shown = Math.min(Limit.FIRST_METRICS.asInt(), known.metrics().size());
    ArrayNode metrics = metrics(row, known.metrics().size(), shown);
    for (int i = 0; i < shown; i++) {
      MetricInfo metric = known.metrics().get(i);
      MetricPoint point = last.metrics().get(i);
      ObjectNode node = metrics.addObject().put("name", shown(metric.name(), Limit.SHOWN_CHARS));
      node.put("unit", text(metric.unit()));
      number(node, "value", point.value());
      number(node, "target", point.target());
      number(node, "low", point.low());
      number(node, "high", point.high());
    }
    ArrayNode line = row.putArray("line");
    known.sparkline().forEach(line::add);
    ArrayNode badges = row.putArray("badges");
    last.flags().stream()
        .map(BADGES::get)
        .filter(each -> each != null)
        .distinct()
        .sorted()
        .forEach(badges::add);
    if (known.flapping()) {
      badges.add("flapping");
    }
    if (foreign != null && last.at().isBefore(foreign.at().plus(ELSEWHERE))) {
      badges.add("changed-elsewhere");
      row.putObject("elsewhere")
          .put("at", foreign.at().toEpochMilli())
          .put("from", foreign.from())
          .put("to", foreign.to())
          .put("manager", shown(foreign.manager(), Limit.SHOWN_CHARS))
          .put("times", foreign.times());
    }
  }

  /** The metrics that a row shows; the others are counted. */
  private static ArrayNode metrics(ObjectNode row, int all, int shown) {
    ArrayNode metrics = row.putArray("metrics");
    if (all > shown) {
      row.put("omittedMetrics", all - shown);
    }
    return metrics;
  }

  private static void lastScale(
      ObjectNode row, @Nullable Instant reported, @Nullable LastScale seen) {
    if (seen != null) {
      row.putObject("scaled")
          .put("at", seen.at().toEpochMilli())
          .put("from", seen.from())
          .put("to", seen.to())
          .put("reason", shown(seen.reason(), Limit.SHOWN_CHARS));
    } else if (reported != null) {
      row.putObject("scaled").put("at", reported.toEpochMilli());
    }
  }

  static String text(MetricDescription.Unit unit) {
    return unit.name().toLowerCase(Locale.ROOT);
  }

  /** Adds a number with four significant digits; nothing for NaN. */
  static void number(ObjectNode node, String name, double value) {
    if (!Double.isNaN(value)) {
      node.put(name, rounded(value));
    }
  }

  /** A number with four significant digits. */
  static double rounded(double value) {
    return Double.isFinite(value) && value != 0
        ? new BigDecimal(value).round(new MathContext(4)).doubleValue()
        : value;
  }
}
