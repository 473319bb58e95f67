package dev.hpa.app.serving;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warnings that callers can cause: of each cause one line a minute, with how many there were since
 * the line before. Thread-safe.
 */
final class LogLimiter {

  private static final Logger LOG = LoggerFactory.getLogger(LogLimiter.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final int LONGEST_LINE = 512;

  private final InstantSource clock;
  private final Map<String, Logged> causes = new HashMap<>();

  LogLimiter(InstantSource clock) {
    this.clock = clock;
  }

  private record Logged(Instant at, long omitted) {}

  /**
   * Logs a line, or counts it.
   *
   * @param cause one of few: never made of what a caller sends
   */
  void warn(String cause, String detail) {
    long omitted = admit(cause);
    if (omitted < 0) {
      return;
    }
    String line = cause + ": " + detail;
    LOG.warn(
        "{}{}",
        line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line,
        omitted == 0 ? "" : " (" + omitted + " more since the last such line)");
  }

  /** How many lines were omitted before this one; -1 to omit it too. */
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
