package dev.hpa.kube.client;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Something that may fail for a while, however often it is tried. The log has a warning when that
 * begins, one when the cause changes, and a line when it is over; repetitions are logged at
 * verbosity 4. Causes that alternate are logged once a minute. Thread-safe.
 */
public final class OutageLog {

  private static final Duration BETWEEN_KNOWN_CAUSES = Duration.ofMinutes(1);
  private static final int MOST_CAUSES = 16;

  private final Logger log;
  private final String subject;
  private final InstantSource clock;
  private final Set<String> causes = new HashSet<>();
  private @Nullable Instant since;
  private Instant lastWarning = Instant.MIN;
  private String lastCause = "";

  /**
   * @param subject what it is that fails, put before each line
   * @param clock measures how long it lasts
   */
  public OutageLog(Logger log, String subject, InstantSource clock) {
    this.log = log;
    this.subject = subject;
    this.clock = clock;
  }

  /**
   * It failed.
   *
   * @param what failed, and what is done about it
   */
  public void met(String what) {
    met(what, what);
  }

  /**
   * It failed.
   *
   * @param cause of the failure, the same for failures that differ in nothing worth a line
   * @param what failed, and what is done about it
   */
  public synchronized void met(String cause, String what) {
    Instant now = clock.instant();
    if (since == null) {
      since = now;
      warn(cause, now, what);
    } else if (isChange(cause, now)) {
      warn(cause, now, what);
    } else {
      log.debug("{}: still: {}", subject, what);
    }
  }

  private boolean isChange(String cause, Instant now) {
    if (cause.equals(lastCause)) {
      return false;
    }
    boolean isNew = causes.size() < MOST_CAUSES && !causes.contains(cause);
    return isNew || !now.isBefore(lastWarning.plus(BETWEEN_KNOWN_CAUSES));
  }

  private void warn(String cause, Instant now, String what) {
    log.warn("{}: {}", subject, what);
    if (causes.size() < MOST_CAUSES) {
      causes.add(cause);
    }
    lastCause = cause;
    lastWarning = now;
  }

  /** It succeeded. */
  public synchronized void over() {
    if (since != null) {
      Duration lasted = Duration.between(since, clock.instant());
      since = null;
      causes.clear();
      log.info("{}: recovered after {}", subject, GoDuration.format(lasted));
    }
  }
}
