package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import java.time.Instant;

/**
 * The restarts of containers.
 *
 * @param last the time of the last termination before a restart, or the zero time
 */
record Restarts(int count, Instant last) {

  static final Restarts NONE = new Restarts(0, Timestamps.ZERO);

  Restarts plus(JsonNode containerStatus) {
    String ended =
        Fields.text(containerStatus.path("lastState").path("terminated").path("finishedAt"));
    Instant end = ended.isEmpty() ? Timestamps.ZERO : Timestamps.parse(ended);
    return new Restarts(
        count + Fields.number(containerStatus.path("restartCount")),
        end.isAfter(last) ? end : last);
  }

  /** The count and, if known, the age of the last restart. */
  String text(Instant now) {
    return count == 0 || last.equals(Timestamps.ZERO)
        ? Integer.toString(count)
        : count + " (" + Ages.since(last, now) + " ago)";
  }
}
