package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Timestamps;
import java.time.Instant;

/**
 * The restarts of containers.
 *
 * @param last the time of the last termination before a restart, or the zero time
 */
record ContainerRestarts(int count, Instant last) {

  static final ContainerRestarts NONE = new ContainerRestarts(0, Timestamps.ZERO);

  ContainerRestarts plus(JsonNode containerStatus) {
    String ended =
        FieldReader.text(containerStatus.path("lastState").path("terminated").path("finishedAt"));
    Instant end = ended.isEmpty() ? Timestamps.ZERO : Timestamps.parse(ended);
    return new ContainerRestarts(
        count + FieldReader.number(containerStatus.path("restartCount")),
        end.isAfter(last) ? end : last);
  }

  /** The count and, if known, the age of the last restart. */
  String text(Instant now) {
    return count == 0 || last.equals(Timestamps.ZERO)
        ? Integer.toString(count)
        : count + " (" + AgeFormat.since(last, now) + " ago)";
  }
}
