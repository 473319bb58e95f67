package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reports the writers of autoscaler statuses, from managed fields. Unchanged statuses are not
 * written, so an active writer may not be visible.
 */
final class WriterChecks {

  static final String TOPIC = "writers";

  /** Long enough for a status to change, short enough to be current. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  private static final String SUBJECT = "status of HPAs";

  private WriterChecks() {}

  /**
   * @param shadow whether the controller runs in shadow mode, beside the active controller
   */
  static Check run(List<LiveAutoscaler> autoscalers, Instant now, boolean shadow) {
    Map<String, Integer> writers = new TreeMap<>();
    for (LiveAutoscaler autoscaler : autoscalers) {
      for (JsonNode entry : autoscaler.json().at("/metadata/managedFields")) {
        if (isRecentStatus(entry, now)) {
          writers.merge(entry.path("manager").asText(), 1, Integer::sum);
        }
      }
    }
    String list =
        writers.entrySet().stream()
            .map(each -> "\"%s\" (%d)".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    String within = " within " + GoDuration.format(RECENT);
    return switch (writers.size()) {
      case 0 -> Check.ok(TOPIC, SUBJECT, "no controller wrote one" + within);
      case 1 ->
          shadow
              ? Check.ok(TOPIC, SUBJECT, list + " wrote" + within)
              : Check.warning(
                  TOPIC,
                  SUBJECT,
                  list + " wrote" + within,
                  "disable it before enabling another controller; only a controller with --shadow"
                      + " may run beside it");
      default ->
          Check.failed(
              TOPIC,
              SUBJECT,
              "several writers" + within + ": " + list,
              "disable all but one of them");
    };
  }

  private static boolean isRecentStatus(JsonNode entry, Instant now) {
    if (!entry.path("subresource").asText().equals("status")) {
      return false;
    }
    try {
      return Timestamps.parse(entry.path("time").asText()).isAfter(now.minus(RECENT));
    } catch (DateTimeException | IllegalArgumentException malformed) {
      return false;
    }
  }
}
