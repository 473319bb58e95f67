package dev.hpa.app.serving;

import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate-limits warnings that clients can cause: one line per cause and minute, with the number of
 * omitted lines. Thread-safe.
 */
final class LogLimiter {

  private static final Logger LOG = LoggerFactory.getLogger(LogLimiter.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final InstantSource clock;
  private final Map<String, Logged> causes = new HashMap<>();

  LogLimiter(InstantSource clock) {
    this.clock = clock;
  }

  private record Logged(Instant at, long omitted) {}

  /**
   * Logs or counts a line.
   *
   * @param cause one of a fixed set: never derived from client input
   */
  void warn(String cause, String detail) {
    long omitted = admit(cause);
    if (omitted < 0) {
      return;
    }
    String line = cause + ": " + detail;
    LOG.warn(
        "{}{}",
        line.length() > Limit.LOG_LINE_CHARS.asInt()
            ? line.substring(0, Limit.LOG_LINE_CHARS.asInt()) + "..."
            : line,
        omitted == 0 ? "" : " (" + omitted + " more since the last such line)");
  }

  /** The number of lines omitted before this one; -1 if this one is omitted too. */
  private synchronized long admit(String cause) {
    Instant now = clock.instant();
    Logged last = causes.get(cause);
    if (last != null && now.isBefore(last.at().plus(PERIOD))) {
      causes.put(cause, new Logged(last.at(), last.omitted() + 1));
      return -1;
    }
    causes.put(cause, new Logged(now, 0));
    return last == null ? 0 : last.omitted();
  }
}
