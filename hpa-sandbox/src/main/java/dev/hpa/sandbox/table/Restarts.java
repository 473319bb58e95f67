package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import java.time.Instant;

/**
 * Restarts of containers.
 *
 * @param last when a container last ended before it was restarted, or the zero time
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

  /** The number, and how long ago the last one was if that is known. */
  String text(Instant now) {
    return count == 0 || last.equals(Timestamps.ZERO)
        ? Integer.toString(count)
        : count + " (" + Ages.since(last, now) + " ago)";
  }
}
