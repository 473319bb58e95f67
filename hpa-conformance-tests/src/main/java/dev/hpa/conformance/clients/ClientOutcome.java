package dev.hpa.conformance.clients;

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
 * What came of a call.
 *
 * @param members as a case has them: {@code values}, {@code value}, {@code mappings}, {@code
 *     scale}, {@code error}, …
 */
public record ClientOutcome(Map<String, ?> members) {

  /** A failure, with its text. */
  public static ClientOutcome error(String text) {
    return new ClientOutcome(Map.of("error", text));
  }

  /** A failure of the API that is handed on as it is. */
  public static ClientOutcome error(String text, String reason, int code) {
    return new ClientOutcome(Map.of("error", text, "reason", reason, "code", code));
  }

  /** The answer to a metric query. */
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

  /** Go prints no zeros at the end of a fraction, Java fills up to thousands. */
  private static String time(Instant time) {
    return time.toString().replaceFirst("([.][0-9]*[1-9])0+Z", "$1Z");
  }

  JsonNode json() {
    return Json.tree(Json.text(members));
  }
}
