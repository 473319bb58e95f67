package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.fleet.LiveAutoscaler;
import dev.hpa.cli.manifests.StatusWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports the writers of autoscaler statuses, from managed fields. Unchanged statuses are not
 * written, so an active writer may not be visible.
 */
final class WriterChecks {

  static final String TOPIC = "writers";

  /** Long enough for a status to change, short enough to be current. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  /** Several sync periods: a writer that is silent for less may be active. */
  private static final Duration SILENT = Duration.ofMinutes(1);

  private static final String SUBJECT = "status of HPAs";

  private WriterChecks() {}

  /**
   * The recent writes of a manager of fields.
   *
   * @param statuses how many it has written
   * @param first the earliest of its last writes of each
   * @param last the latest
   */
  private record Writer(String name, int statuses, Instant first, Instant last) {

    Writer and(Writer other) {
      return new Writer(
          name,
          statuses + other.statuses,
          first.isBefore(other.first) ? first : other.first,
          last.isAfter(other.last) ? last : other.last);
    }

    String described() {
      return "\"%s\" (%d, last at %s)".formatted(name, statuses, Timestamps.format(last));
    }
  }

  /**
   * @param shadow whether the controller runs in shadow mode, beside the active controller
   */
  static Check run(List<LiveAutoscaler> autoscalers, Instant now, boolean shadow) {
    Map<String, Writer> byName = new TreeMap<>();
    for (LiveAutoscaler autoscaler : autoscalers) {
      for (JsonNode entry : autoscaler.json().at("/metadata/managedFields")) {
        Instant at = recentStatus(entry, now);
        if (at != null) {
          String name = entry.path("manager").asText();
          byName.merge(name, new Writer(name, 1, at, at), Writer::and);
        }
      }
    }
    List<Writer> writers =
        byName.values().stream().sorted(Comparator.comparing(Writer::last)).toList();
    String list = writers.stream().map(Writer::described).collect(Collectors.joining(", "));
    String within = " within " + GoDuration.format(RECENT);
    if (writers.isEmpty()) {
      return Check.ok(TOPIC, SUBJECT, "no controller wrote one" + within);
    }
    boolean isOne = writers.size() == 1 || isSwitched(writers, now);
    if (!isOne) {
      return Check.failed(
          TOPIC, SUBJECT, "several writers" + within + ": " + list, "disable all but one of them");
    }
    String wrote =
        (writers.size() == 1 ? list + " wrote" : "one after the other: " + list) + within;
    return shadow
        ? Check.ok(TOPIC, SUBJECT, wrote)
        : Check.warning(
            TOPIC,
            SUBJECT,
            wrote,
            "disable \"%s\" before enabling another controller; only a controller with --shadow may"
                    .formatted(writers.getLast().name())
                + " run beside it");
  }

  /** The autoscalers whose options have no effect. */
  static List<Check> options(List<LiveAutoscaler> autoscalers) {
    return autoscalers.stream()
        .filter(each -> StatusWriter.ignoresOptions(each.value()))
        .map(
            each ->
                Check.warning(
                    TOPIC,
                    each.name().toString(),
                    StatusWriter.IGNORES_OPTIONS,
                    "remove its annotations under hpa.dev/, or run hpa-controller"))
        .toList();
  }

  /** Whether all but the last writer stopped before it began, as after a change of controllers. */
  private static boolean isSwitched(List<Writer> writers, Instant now) {
    Instant first = writers.getLast().first();
    Instant silent = now.minus(SILENT);
    return writers.subList(0, writers.size() - 1).stream()
        .allMatch(each -> each.last().isBefore(first) && each.last().isBefore(silent));
  }

  /** When an entry was written; null if it is old, or not about the status. */
  private static @Nullable Instant recentStatus(JsonNode entry, Instant now) {
    if (!entry.path("subresource").asText().equals("status")) {
      return null;
    }
    try {
      Instant at = Timestamps.parse(entry.path("time").asText());
      return at.isAfter(now.minus(RECENT)) ? at : null;
    } catch (DateTimeException | IllegalArgumentException malformed) {
      return null;
    }
  }
}
