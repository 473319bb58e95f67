package dev.hpa.spi;

import dev.hpa.api.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of readings. */
final class ReadingRecords {

  private ReadingRecords() {}

  record PodValues(List<MetricReading.PodValue> values) implements MetricReading.PodValues {}

  record PodValue(
      String pod, Instant timestamp, Duration window, long milli, @Nullable Quantity outOfRange)
      implements MetricReading.PodValue {}

  record SingleValue(long milli, @Nullable Instant timestamp, @Nullable Quantity outOfRange)
      implements MetricReading.SingleValue {}

  record Series(List<Long> milli, @Nullable Instant timestamp, Map<Integer, Quantity> outOfRange)
      implements MetricReading.Series {}
}
