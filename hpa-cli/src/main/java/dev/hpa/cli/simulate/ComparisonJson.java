package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.core.options.OptionValue;
import dev.hpa.simulation.ReplayFigures;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as a JSON tree for JSON, YAML and the report. Unknown values are null; keys of
 * numbers contain the unit.
 */
public final class ComparisonJson {

  private ComparisonJson() {}

  static ObjectNode of(VariantComparison comparison) {
    ObjectNode tree = withoutTimelines(comparison);
    for (int i = 0; i < comparison.results().size(); i++) {
      ((ObjectNode) tree.path("variants").path(i))
          .set("timeline", Json.tree(comparison.results().get(i).moments()));
    }
    return tree;
  }

  /** Everything except the state after every reconcile. */
  public static ObjectNode withoutTimelines(VariantComparison comparison) {
    ReplaySpec spec = comparison.spec();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    load(tree.putObject("load"), spec);
    tree.put("gapRule", spec.gaps().toString());
    tree.put("start", Timestamps.format(spec.counted().from()));
    tree.put("end", Timestamps.format(spec.counted().to()));
    put(tree, "warmUpSeconds", seconds(comparison.spec().warmUp()));
    put(tree, "syncPeriodSeconds", seconds(spec.syncPeriod()));
    put(tree, "flapWindowSeconds", seconds(spec.flapWindow()));
    ArrayNode variants = tree.putArray("variants");
    MetricSummary explanation = new MetricSummary(spec.demand(), spec.queueing());
    comparison.results().forEach(result -> variants.add(result(result, explanation)));
    return tree;
  }

  private static void load(ObjectNode load, ReplaySpec spec) {
    RecordedLoad main = spec.demand().main();
    load.put("name", main.name());
    load.put("points", main.samples());
    LoadFigures figures = spec.figures();
    put(load, "min", figures.min());
    put(load, "avg", figures.avg());
    put(load, "max", figures.max());
    gaps(load, Gaps.of(main, spec.counted()));
    ArrayNode metrics = load.putArray("metrics");
    spec.demand()
        .ofMetrics()
        .forEach(
            (metric, trace) -> {
              ObjectNode its = metrics.addObject().put("metric", metric);
              its.put("name", trace.name()).put("points", trace.samples());
              gaps(its, Gaps.of(trace, spec.counted()));
            });
  }

  private static void gaps(ObjectNode load, Gaps gaps) {
    put(load, "gapSeconds", seconds(gaps.total()));
    load.set("gaps", Json.tree(gaps.periods()));
  }

  private static Double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static ObjectNode result(VariantResult result, MetricSummary explanation) {
    Variant variant = result.variant();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("name", variant.name());
    tree.put(
        "autoscaler",
        new NamespacedName(variant.namespace(), variant.hpa().metadata().nameOrEmpty()).toString());
    tree.put("workload", variant.workload());
    if (variant.note() != null) {
      tree.put("note", variant.note());
    }
    tree.put("minReplicas", variant.hpa().spec().minReplicasOrDefault());
    tree.put("maxReplicas", variant.hpa().spec().maxReplicas());
    ArrayNode applied = tree.putArray("options");
    for (OptionValue each : result.options().values()) {
      applied.addObject().put("key", each.name().toString()).put("value", each.value());
    }
    put(tree, "capacityPerPod", result.capacityPerPod());
    ArrayNode metrics = tree.putArray("metrics");
    variant.hpa().spec().metricsOrEmpty().forEach(each -> metrics.add(explanation.of(each)));
    tree.set("summary", summary(result));
    tree.set("scaleEvents", Json.tree(result.scaleEvents()));
    tree.set("failures", Json.tree(result.failures()));
    return tree;
  }

  private static ObjectNode summary(VariantResult result) {
    VariantSummary summary = result.summary();
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("minReplicas", summary.minReplicas());
    put(tree, "avgReplicas", summary.avgReplicas());
    tree.put("maxReplicas", summary.maxReplicas());
    put(tree, "podHours", summary.podHours());
    tree.put("scaleUps", summary.scaleUps());
    tree.put("scaleDowns", summary.scaleDowns());
    tree.put("flaps", summary.flaps());
    VariantSummary.Unserved unserved = summary.unserved();
    put(tree, "unservedShare", unserved == null ? null : unserved.share());
    put(tree, "unservedMinutes", unserved == null ? null : minutes(unserved.time()));
    tree.set("elasticity", elasticity(unserved == null ? null : unserved.elasticity()));
    put(tree, "worstMinute", unserved == null ? null : unserved.worstMinute());
    put(tree, "worstMinuteShare", unserved == null ? null : unserved.worstShare());
    put(tree, "minutesAtMax", minutes(summary.atMax()));
    LatencyFigures latency = result.latency();
    if (latency != null) {
      put(tree, "sloAttainment", latency.attainment());
      put(tree, "worstP90Seconds", latency.worstP90());
    }
    return tree.put("decisions", summary.decisions()).put("failed", summary.failed());
  }

  /** Null without figures. */
  public static @Nullable ObjectNode elasticity(ReplayFigures.@Nullable Elasticity figures) {
    if (figures == null) {
      return null;
    }
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    put(tree, "under", figures.under());
    put(tree, "underTime", figures.underTime());
    put(tree, "over", figures.over());
    put(tree, "overTime", figures.overTime());
    return tree;
  }

  private static Double minutes(Duration time) {
    return time.toMillis() / 60_000.0;
  }

  private static void put(ObjectNode tree, String name, @Nullable Double value) {
    tree.put(name, value == null ? null : Figures.of(value));
  }

  private static ObjectNode put(ObjectNode tree, String name, @Nullable Instant time) {
    return tree.put(name, time == null ? null : Timestamps.format(time));
  }
}
