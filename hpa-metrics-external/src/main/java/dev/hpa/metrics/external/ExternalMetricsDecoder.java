package dev.hpa.metrics.external;

import dev.hpa.api.JsonStream;
import dev.hpa.api.ObjectHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads the values of an ExternalMetricValueList; what else the items tell is only checked. */
final class ExternalMetricsDecoder {

  private ExternalMetricsDecoder() {}

  /** The values in thousandths, in the order of the list. */
  static List<Long> read(InputStream body) throws IOException {
    ObjectHead head = new ObjectHead();
    List<Long> values = new ArrayList<>();
    JsonStream.readObject(
        body,
        (member, in) -> {
          if (member.equals("items")) {
            values.clear();
            in.array(() -> values.add(value(in)));
          } else if (!head.take(member, in)) {
            in.skip();
          }
        });
    head.refuseFailure();
    head.checkVersion();
    return values;
  }

  private static long value(JsonStream in) throws IOException {
    long[] milli = {0};
    in.object(
        member -> {
          switch (member) {
            case "value" -> milli[0] = in.milli();
            case "metricName" -> in.string();
            case "metricLabels" -> in.object(label -> in.string());
            case "timestamp" -> in.time();
            case "window" -> in.integer();
            default -> in.skip();
          }
        });
    return milli[0];
  }
}
