package dev.hpa.core.options;

import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.core.schedules.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options of an autoscaler, without those that its spec excludes. Used once. */
final class SpecOptions {

  private final Options options;
  private final HpaSpec spec;
  private final boolean scaleToZero;
  private final List<OptionValue> values;
  private final List<String> problems;

  SpecOptions(Options options, HpaSpec spec, boolean scaleToZero) {
    this.options = options;
    this.spec = spec;
    this.scaleToZero = scaleToZero;
    this.values = new ArrayList<>(options.values());
    this.problems = new ArrayList<>(options.problems());
  }

  Options options() {
    List<Schedule> schedules = schedules();
    Map<String, Watermark> watermarks = watermarks();
    return values.size() == options.values().size()
        ? options
        : new Options(
            options.mode(),
            options.modeUntil(),
            options.syncPeriod(),
            options.cpuInitializationPeriod(),
            options.initialReadinessDelay(),
            options.selection(),
            options.fallback(),
            options.treatAsMissing(),
            options.rollout(),
            options.rolloutTimeout(),
            options.forecast(),
            schedules,
            watermarks,
            options.statusPrecision(),
            values,
            problems);
  }

  /** As for {@code spec.minReplicas}, 0 needs the feature gate and a metric that can leave it. */
  private List<Schedule> schedules() {
    List<Schedule> kept = new ArrayList<>();
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
      } else {
        kept.add(each);
      }
    }
    return kept;
  }

  private Map<String, Watermark> watermarks() {
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    List<String> names = MetricNames.of(metrics);
    Map<String, Watermark> kept = new HashMap<>();
    for (OptionValue each : options.values()) {
      String name = each.name().part();
      Watermark watermark =
          each.key() == OptionKey.WATERMARK ? options.watermarks().get(name) : null;
      if (watermark != null) {
        String problem = problem(name, watermark, metrics, names);
        if (problem == null) {
          kept.put(name, watermark);
        } else {
          drop(OptionKey.WATERMARK, name, problem);
        }
      }
    }
    return kept;
  }

  private static @Nullable String problem(
      String name, Watermark watermark, List<MetricSpec> metrics, List<String> names) {
    int index = names.indexOf(name);
    if (index < 0) {
      List<String> known = names.stream().filter(each -> !each.isEmpty()).toList();
      return " names no metric of the autoscaler; "
          + (known.isEmpty() ? "remove it" : "use one of: " + String.join(", ", known));
    }
    return isUtilization(metrics.get(index)) && !watermark.isUtilization()
        ? " is invalid: the target is a utilization; use integer percent, such as 40-80"
        : null;
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
    OptionName name = new OptionName(key, part);
    for (OptionValue each : options.values()) {
      if (each.name().equals(name)) {
        values.remove(each);
        if (each.origin() == OptionValue.Origin.AUTOSCALER) {
          problems.add(each.described() + problem);
        }
      }
    }
  }
}
