package dev.hpa.core.options;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.core.schedules.Schedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Options of an autoscaler, without those that its spec excludes. Used once. */
final class SpecOptions {

  /** The metrics that a message lists. */
  private static final int MAX_NAMES = 20;

  private final Options options;
  private final HpaSpec spec;
  private final boolean scaleToZero;
  private final Map<OptionName, OptionValue> values = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  SpecOptions(Options options, HpaSpec spec, boolean scaleToZero) {
    this.options = options;
    this.spec = spec;
    this.scaleToZero = scaleToZero;
    options.values().forEach(each -> values.put(each.name(), each));
  }

  Options options() {
    dropSchedules();
    dropOfMetrics();
    return values.size() == options.values().size() ? options : options.with(values, problems);
  }

  /** As for {@code spec.minReplicas}, 0 needs the feature gate and a metric that can leave it. */
  private void dropSchedules() {
    for (Schedule each : options.schedules()) {
      boolean isZero = Objects.equals(each.min(), 0);
      if (isZero && !scaleToZero) {
        drop(
            OptionKey.SCHEDULE,
            each.name(),
            " is invalid: min is 0; use at least 1, or enable the feature gate HPAScaleToZero");
      } else if (isZero && !spec.hasObjectOrExternalMetric()) {
        drop(
            OptionKey.SCHEDULE,
            each.name(),
            " is invalid: min is 0; use at least 1, or add an Object or External metric");
      }
    }
  }

  private void dropOfMetrics() {
    Map<String, MetricSpec> metrics = byName();
    for (OptionValue each : options.values()) {
      if (each.key().isOfMetric()) {
        String problem = problem(each.name(), metrics.get(each.name().part()), metrics);
        if (problem != null) {
          drop(each.key(), each.name().part(), problem);
        }
      }
    }
  }

  private Map<String, MetricSpec> byName() {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    List<String> names = MetricNames.of(metrics);
    Map<String, MetricSpec> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).isEmpty()) {
        byName.putIfAbsent(names.get(i), metrics.get(i));
      }
    }
    return byName;
  }

  private @Nullable String problem(
      OptionName name, @Nullable MetricSpec metric, Map<String, MetricSpec> metrics) {
    if (metric == null) {
      return " names no metric of the HPA; "
          + (metrics.isEmpty() ? "remove it" : "use one of: " + known(metrics.keySet()));
    }
    if (name.key() == OptionKey.AGGREGATE) {
      return metric.object() != null || metric.external() != null
          ? " is invalid: the metric has no values of pods; remove it"
          : null;
    }
    Watermark watermark = options.watermarks().get(name.part());
    return isUtilization(metric) && watermark != null && !watermark.isUtilization()
        ? " is invalid: the target is a utilization; use integer percent, such as 40-80"
        : null;
  }

  private static String known(Set<String> names) {
    String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    return names.size() <= MAX_NAMES ? first : first + ", …";
  }

  /** Whether the target is a utilization; a metric with two targets uses the average value. */
  private static boolean isUtilization(MetricSpec metric) {
    if (metric.resource() != null) {
      return metric.resource().target().averageValue() == null;
    }
    return metric.containerResource() != null
        && metric.containerResource().target().averageValue() == null;
  }

  private void drop(OptionKey key, String part, String problem) {
    OptionValue dropped = values.remove(new OptionName(key, part));
    if (dropped != null && dropped.origin() == OptionValue.Origin.AUTOSCALER) {
      problems.add(dropped.described() + problem);
    }
  }
}
