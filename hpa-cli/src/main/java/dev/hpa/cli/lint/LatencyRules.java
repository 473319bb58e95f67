package dev.hpa.cli.lint;

import dev.hpa.api.GoDuration;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.cli.manifests.Manifest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rule for latency targets that no number of pods reaches. */
final class LatencyRules {

  /** Seconds of the units that names of metrics end in. */
  private static final Map<String, Double> UNITS =
      Map.of(
          "s", 1.0,
          "sec", 1.0,
          "seconds", 1.0,
          "ms", 1e-3,
          "millis", 1e-3,
          "milliseconds", 1e-3);

  private LatencyRules() {}

  /**
   * Compares latency targets with a latency without load.
   *
   * @param serviceTime the duration of a request in a pod without load
   */
  static void check(Manifest manifest, HpaSpec spec, Duration serviceTime, Findings findings) {
    double base = serviceTime.toNanos() / 1e9;
    List<MetricSpec> metrics = spec.metricsOrEmpty();
    for (int i = 0; i < metrics.size(); i++) {
      Latency target = latency(metrics.get(i));
      if (target != null && target.seconds() < base) {
        findings.add(
            manifest,
            LintRule.LATENCY_BELOW_SERVICE_TIME,
            "spec.metrics[" + i + "]",
            "the target %s of \"%s\" is below the %s that a request takes without load"
                .formatted(target.value(), target.metric(), GoDuration.format(serviceTime)));
      }
    }
  }

  private record Latency(String metric, Quantity value, double seconds) {}

  /** The target, if it is a value of a metric whose name is that of a latency with a unit. */
  private static @Nullable Latency latency(MetricSpec metric) {
    String name;
    MetricTarget target;
    if (metric.external() != null) {
      name = metric.external().metric().name();
      target = metric.external().target();
    } else if (metric.object() != null) {
      name = metric.object().metric().name();
      target = metric.object().target();
    } else {
      return null;
    }
    List<String> words = AverageNames.words(name);
    Double unit =
        words.stream().map(UNITS::get).filter(Objects::nonNull).reduce((a, b) -> b).orElse(null);
    Quantity value = target.value();
    return value == null || unit == null || !AverageNames.matches(name)
        ? null
        : new Latency(name, value, value.approximateDouble() * unit);
  }
}
