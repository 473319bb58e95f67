package dev.hpa.metrics.external;

import dev.hpa.api.JsonStream;
import dev.hpa.api.MetadataTypeCheck;
import dev.hpa.api.MilliAmount;
import dev.hpa.api.Timestamps;
import dev.hpa.api.TypeMetaReader;
import dev.hpa.api.ValueLimit;
import dev.hpa.spi.MisdirectedResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decodes the values of an ExternalMetricValueList; the other fields of the items are only
 * type-checked.
 *
 * <p>client-go registers no kinds for this API and therefore decodes any response as such a list: a
 * Status, even of a failure, is a list without items. Only a malformed apiVersion is an error.
 */
final class ExternalMetricsDecoder {

  private ExternalMetricsDecoder() {}

  /**
   * One value.
   *
   * @param metric name of the metric; empty if absent
   * @param timestamp zero time if absent
   */
  record Value(String metric, MilliAmount amount, Instant timestamp) {}

  /**
   * Returns the values of a metric in the order of the list.
   *
   * @param metric name of the metric; the API ignores upper and lower case
   * @throws MisdirectedResponseException if a value has the name of another metric
   */
  static List<Value> read(InputStream body, String metric) throws IOException {
    List<Value> values = read(body);
    String requested = metric.toLowerCase(Locale.ROOT);
    for (Value each : values) {
      MisdirectedResponseException.check(
          "metric", requested, each.metric().toLowerCase(Locale.ROOT));
    }
    return values;
  }

  /** Returns the values in the order of the list. */
  static List<Value> read(InputStream body) throws IOException {
    TypeMetaReader head = new TypeMetaReader();
    List<Value> values = new ArrayList<>();
    ValueLimit limit = ValueLimit.ofHeap();
    JsonStream.readTyped(
        body,
        (member, in) -> {
          if (member.equals("items")) {
            values.clear();
            in.array(
                () -> {
                  limit.add();
                  values.add(value(in));
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
    return values;
  }

  private static Value value(JsonStream in) throws IOException {
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
    return new Value(metric[0], amount[0], timestamp[0]);
  }
}
