package dev.hpa.kube.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Json;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The result of a call.
 *
 * @param fields in the format of a case: {@code values}, {@code value}, {@code mappings}, {@code
 *     scale}, {@code error}, …
 */
public record ClientOutcome(Map<String, ?> fields) {

  /** Returns a failure with its message. */
  public static ClientOutcome error(String text) {
    return new ClientOutcome(Map.of("error", text));
  }

  /** Returns a failure that the API server reported. */
  public static ClientOutcome error(String text, String reason, int code) {
    return new ClientOutcome(Map.of("error", text, "reason", reason, "code", code));
  }

  /** Returns the result of a metric query. */
  public static ClientOutcome of(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> error(failure.message());
      case MetricReading.SingleValue single -> new ClientOutcome(Map.of("value", single.milli()));
      case MetricReading.Series series -> new ClientOutcome(Map.of("values", series.milli()));
      case MetricReading.PodValues pods -> {
        Map<String, Object> values = new HashMap<>();
        pods.values().forEach(each -> values.put(each.pod(), of(each)));
        yield new ClientOutcome(Map.of("values", values));
      }
    };
  }

  private static Map<String, Object> of(PodValue value) {
    return Map.of(
        "value",
        value.milli(),
        "window",
        GoDuration.format(value.window()),
        "timestamp",
        time(value.timestamp()));
  }

  /** Removes trailing zeros of fractions, which Java prints and Go does not. */
  private static String time(Instant time) {
    return time.toString().replaceFirst("([.][0-9]*[1-9])0+Z", "$1Z");
  }

  JsonNode json() {
    return Json.tree(Json.text(fields));
  }
}
