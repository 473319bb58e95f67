package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.cli.recommend.Dimension.Choice;
import dev.hpa.core.options.MetricNames;
import dev.hpa.core.options.OptionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The dimensions of the targets of metrics, and of the watermarks that replace them. */
final class TargetDimension {
  private static final int[] UTILIZATIONS = {
    30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95
  };
  private static final int[] FACTORS = {50, 60, 70, 80, 90, 100, 110, 120, 130, 150, 175, 200};
  private static final int[] LOWS = {50, 60, 70, 80, 90};

  private TargetDimension() {}

  /** One dimension for each metric with a target. */
  static List<Dimension> of(HorizontalPodAutoscaler hpa) {
    List<MetricSpec> metrics = hpa.spec().metricsOrEmpty();
    List<String> names = MetricNames.of(metrics);
    List<Dimension> all = new ArrayList<>();
    for (int i = 0; i < metrics.size(); i++) {
      int index = i;
      MetricTarget target = metrics.get(i).target();
      String name = "target " + names.get(i);
      if (target.averageUtilization() != null) {
        all.add(
            Dimensions.ordered(
                name,
                target.averageUtilization(),
                utilizations(target.averageUtilization()),
                percent -> percent + " %",
                (changed, percent) -> with(changed, index, MetricTarget.utilization(percent))));
      } else {
        all.add(ofQuantity(name, index, target));
      }
    }
    return all;
  }

  private static List<Integer> utilizations(int today) {
    TreeSet<Integer> values = new TreeSet<>();
    values.add(today);
    for (int each : UTILIZATIONS) {
      values.add(each);
    }
    return List.copyOf(values);
  }

  private static Dimension ofQuantity(String name, int index, MetricTarget target) {
    Quantity today = target.averageValue() != null ? target.averageValue() : target.value();
    Quantity known = today == null ? Quantity.ZERO : today;
    List<Choice> choices = new ArrayList<>();
    int present = 0;
    for (int factor : FACTORS) {
      present = factor == 100 ? choices.size() : present;
      Quantity value =
          factor == 100
              ? known
              : Quantity.ofMilli(
                  rounded(known.approximateDouble() * 1000 * factor / 100), known.format());
      choices.add(
          new Choice(
              value.toString(),
              changed ->
                  with(
                      changed,
                      index,
                      target.averageValue() != null
                          ? MetricTarget.averageValue(value)
                          : MetricTarget.value(value))));
    }
    return new Dimension(name, choices, present);
  }

  /** To 2 significant digits from 10 units on, so that people can read the value. */
  private static long rounded(double milli) {
    long unit = milli >= 10_000 ? 1000 : milli >= 1000 ? 100 : 1;
    while (milli / unit >= 1000) {
      unit *= 10;
    }
    return Math.max(1, Math.round(milli / unit) * unit);
  }

  private static HorizontalPodAutoscaler with(
      HorizontalPodAutoscaler hpa, int index, MetricTarget target) {
    HpaSpec spec = hpa.spec();
    List<MetricSpec> metrics = new ArrayList<>(spec.metricsOrEmpty());
    metrics.set(index, metrics.get(index).withTarget(target));
    return hpa.withSpec(spec.withMetrics(metrics));
  }

  /**
   * A watermark for the first metric, from a share of its target up to the target; an autoscaler
   * with a watermark keeps it.
   */
  static List<Dimension> watermarks(HorizontalPodAutoscaler hpa) {
    String prefix = OptionKey.WATERMARK.annotation().replace("METRIC", "");
    boolean hasOwn =
        hpa.metadata().annotationsOrEmpty().keySet().stream().anyMatch(k -> k.startsWith(prefix));
    List<String> names = MetricNames.of(hpa.spec().metricsOrEmpty());
    if (hasOwn || names.isEmpty() || names.getFirst().isEmpty()) {
      return List.of();
    }
    List<Choice> choices = new ArrayList<>();
    for (int low : LOWS) {
      choices.add(
          new Choice(
              "from " + low + " % of the target",
              changed ->
                  Dimensions.annotated(
                      changed, prefix + names.getFirst(), watermark(changed, low))));
    }
    choices.add(new Choice("none", same -> same));
    return List.of(
        new Dimension("option watermark." + names.getFirst(), choices, choices.size() - 1));
  }

  private static String watermark(HorizontalPodAutoscaler hpa, int low) {
    MetricTarget target = hpa.spec().metricsOrEmpty().getFirst().target();
    if (target.averageUtilization() != null) {
      return target.averageUtilization() * low / 100 + "-" + target.averageUtilization();
    }
    Quantity high = target.averageValue() != null ? target.averageValue() : target.value();
    Quantity known = high == null ? Quantity.ZERO : high;
    long milli = rounded(known.approximateDouble() * 1000 * low / 100);
    return Quantity.ofMilli(milli, known.format()) + "-" + known;
  }
}
