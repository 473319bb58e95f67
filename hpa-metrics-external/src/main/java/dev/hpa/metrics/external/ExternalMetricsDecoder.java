package dev.hpa.metrics.external;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.JsonStream;
import dev.hpa.api.MilliAmount;
import dev.hpa.api.Quantity;
import dev.hpa.api.Timestamps;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.content.MetadataTypeCheck;
import dev.hpa.kube.content.TypeMetaReader;
import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.LongList;
import dev.hpa.spi.MetricReading;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the values of an ExternalMetricValueList; the other fields of the items are only
 * type-checked.
 *
 * <p>client-go registers no kinds for this API and therefore decodes any response as such a list: a
 * Status, even of a failure, is a list without items. Only a malformed apiVersion is an error.
 */
final class ExternalMetricsDecoder {

  /** A value takes 8 bytes, in an array that has grown and is copied. */
  private static final int MEMORY = 32;

  private ExternalMetricsDecoder() {}

  /**
   * Returns the values of a metric.
   *
   * @param metric name of the metric; the API ignores upper and lower case
   * @throws MisdirectedResponseException if a value has the name of another metric
   */
  static MetricReading.Series read(InputStream body, String metric) throws IOException {
    Values values = new Values(metric.toLowerCase(Locale.ROOT));
    read(body, values);
    MisdirectedResponseException.check("metric", values.requested, values.other);
    return values.series();
  }

  /** Returns the values of any metric. */
  static MetricReading.Series read(InputStream body) throws IOException {
    Values values = new Values("");
    read(body, values);
    return values.series();
  }

  /** What is kept of the items, of which there may be many. */
  private static final class Values {

    private final String requested;
    private final LongList.Builder milli = new LongList.Builder();
    private final Map<Integer, Quantity> outOfRange = new HashMap<>();
    private String other = "";
    private @Nullable Instant latest;

    Values(String requested) {
      this.requested = requested;
    }

    void clear() {
      milli.clear();
      outOfRange.clear();
      other = "";
      latest = null;
    }

    void add(String metric, MilliAmount value, Instant timestamp) {
      if (value.outOfRange() != null && outOfRange.size() < Limit.STATED_VALUES.asInt()) {
        outOfRange.put(milli.size(), value.outOfRange());
      }
      milli.add(value.milli());
      if (!timestamp.equals(Timestamps.ZERO) && (latest == null || timestamp.isAfter(latest))) {
        latest = timestamp;
      }
      if (other.isEmpty() && !metric.isEmpty()) {
        String stated = metric.toLowerCase(Locale.ROOT);
        other = stated.equals(requested) ? "" : stated;
      }
    }

    MetricReading.Series series() {
      return MetricReading.Series.of(milli.build(), latest, ImmutableCopies.map(outOfRange));
    }
  }

  private static void read(InputStream body, Values values) throws IOException {
    TypeMetaReader head = new TypeMetaReader();
    CountedInput.Budget budget = CountedInput.Budget.of(body);
    JsonStream.readTyped(
        body,
        (member, in) -> {
          if (member.equals("items")) {
            values.clear();
            in.array(
                () -> {
                  budget.take(MEMORY);
                  add(values, in);
                });
          } else if (member.equals("metadata")) {
            MetadataTypeCheck.skipOfList(in);
          } else if (!head.tryRead(member, in)) {
            in.skip();
          }
        },
        () -> {
          head.groupVersion();
          return true;
        });
  }

  private static void add(Values values, JsonStream in) throws IOException {
    String[] metric = {""};
    MilliAmount[] amount = {MilliAmount.ZERO};
    Instant[] timestamp = {Timestamps.ZERO};
    in.object(
        member -> {
          switch (member) {
            case "value" -> amount[0] = in.amount();
            case "metricName" -> metric[0] = in.string();
            case "metricLabels" -> in.skipStrings();
            case "timestamp" -> timestamp[0] = in.time();
            case "window" -> in.integer();
            default -> in.skip();
          }
        });
    values.add(metric[0], amount[0], timestamp[0]);
  }
}
