package dev.hpa.core;

import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.Thresholds;
import dev.hpa.spi.MetricResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The loads that metrics measure: values that do not depend on the number of replicas, so that they
 * can be compared with those of other times.
 *
 * <p>The load is what the ordinary calculation multiplies: usage ÷ target × counted pods, in the
 * unit of the target. For an AverageValue target it is the total, for Utilization the sum of the
 * pods' percentages. A Value target scales by value ÷ target × ready pods, so that its load is
 * value × ready pods; the value alone would be multiplied again after each scale-up.
 */
public final class MetricLoads {

  private static final long MILLI = 1000;

  private MetricLoads() {}

  /**
   * The loads that were measured, by {@link #key}, in thousandths of the unit of the target.
   * Without metrics that failed.
   */
  public static Map<String, Double> of(Situation situation) {
    Map<String, Double> loads = new LinkedHashMap<>();
    // Between watermarks the ratio does not depend on the load, and a hot pod is not all of it.
    List<MetricOutcome> outcomes =
        MetricEvaluator.evaluate(situation.with(situation.context().withoutThoseOfMetrics()));
    int current = situation.scale().specReplicas();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof MetricOutcome.Proposed proposed
          && situation.metrics().get(i)
              instanceof MeasuredMetric.Read(Plan.Queried metric, MetricResult result)) {
        double load = pods(proposed.how(), current) * target(metric);
        if (load >= 0 && load < Float.MAX_VALUE) {
          loads.putIfAbsent(key(metric), load);
        }
      }
    }
    return loads;
  }

  /** The pods that would have exactly the target on average. */
  private static double pods(Calculation how, int current) {
    Double filled = how.filledRatio();
    // A Value target within tolerance is not multiplied: the current replicas stay.
    int pods = how.pods() > 0 ? how.pods() : Math.max(1, current);
    return (filled == null ? how.ratio() : filled) * pods;
  }

  /**
   * Identifies the load of a metric. Another type of target gives loads in another unit, which
   * cannot be compared.
   */
  static String key(Plan.Queried metric) {
    String name = MetricName.of(metric);
    return switch (metric) {
      case Plan.ResourceMetric resource when resource.target() instanceof Plan.Utilization ->
          name + " (Utilization)";
      case Plan.ObjectMetric object when object.target() instanceof Plan.Value -> name + " (Value)";
      case Plan.ExternalMetric external when external.target() instanceof Plan.Value ->
          name + " (Value)";
      default -> name;
    };
  }

  /** The target of a metric, in thousandths. */
  static double target(Plan.Queried metric) {
    return switch (metric) {
      case Plan.ResourceMetric resource -> perPod(resource.target());
      case Plan.PodsMetric pods -> pods.target().milli();
      case Plan.ObjectMetric object -> total(object.target());
      case Plan.ExternalMetric external -> total(external.target());
    };
  }

  /** What the load of a metric is compared with, in thousandths. */
  static Thresholds thresholds(Plan.Queried metric, MetricThresholds of) {
    if (metric instanceof Plan.ResourceMetric resource
        && resource.target() instanceof Plan.Utilization(int percent)) {
      Thresholds inPercent = of.ofUtilization(percent);
      return new Thresholds(
          MILLI * inPercent.low(),
          MILLI * inPercent.high(),
          inPercent.tolerance(),
          inPercent.watermark(),
          null);
    }
    return of.ofQuantity((long) target(metric));
  }

  /** Whether the unit of the load is percent. */
  static boolean isPercent(Plan.Queried metric) {
    return metric instanceof Plan.ResourceMetric resource
        && resource.target() instanceof Plan.Utilization;
  }

  private static double perPod(Plan.PerPodTarget target) {
    return switch (target) {
      case Plan.AverageValue(long milli) -> milli;
      case Plan.Utilization(int percent) -> MILLI * percent;
    };
  }

  private static double total(Plan.TotalTarget target) {
    return switch (target) {
      case Plan.AverageValue(long milli) -> milli;
      case Plan.Value(long milli) -> milli;
    };
  }
}
