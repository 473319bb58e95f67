package dev.hpa.core;

import dev.hpa.core.options.MetricNames;
import dev.hpa.core.options.Percentile;
import dev.hpa.core.options.Watermark;
import dev.hpa.core.replicas.Thresholds;
import dev.hpa.core.replicas.Tolerance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one metric is compared with: its target with the tolerance of the autoscaler, or the
 * watermarks of the options.
 *
 * @param percentile which value of the pods is compared; null for their average
 */
record MetricThresholds(
    Tolerance tolerance, @Nullable Watermark watermark, @Nullable Percentile percentile) {

  /** One for each metric of a situation. */
  static List<MetricThresholds> of(Situation situation) {
    Tolerance tolerance = Tolerance.of(situation.hpa().spec(), situation.settings());
    Map<String, Watermark> watermarks = situation.options().watermarks();
    Map<String, Percentile> percentiles = situation.options().percentiles();
    if (watermarks.isEmpty() && percentiles.isEmpty()) {
      return Collections.nCopies(
          situation.metrics().size(), new MetricThresholds(tolerance, null, null));
    }
    List<MetricThresholds> all = new ArrayList<>();
    for (String name :
        MetricNames.of(situation.metrics().stream().map(each -> each.metric().spec()).toList())) {
      all.add(new MetricThresholds(tolerance, watermarks.get(name), percentiles.get(name)));
    }
    return List.copyOf(all);
  }

  Thresholds ofQuantity(long milli) {
    return (watermark == null
            ? Thresholds.target(milli, tolerance)
            : Thresholds.ofQuantity(watermark))
        .with(percentile);
  }

  Thresholds ofUtilization(int percent) {
    return (watermark == null
            ? Thresholds.target(percent, tolerance)
            : Thresholds.ofUtilization(watermark))
        .with(percentile);
  }
}
