package dev.hpa.kube.client;

import dev.hpa.api.GoDuration;
import dev.hpa.kube.memory.Limit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs the outages of an operation that is retried: a warning at the start, a warning for each new
 * cause, and a line after recovery. Repetitions are logged at verbosity 4; known causes that
 * alternate are logged once per minute. Thread-safe.
 *
 * <p>Of a watch, which servers end often, only the start is logged, and none within ten minutes
 * after another one unless the outage lasts.
 */
public final class OutageLog {

  private static final Duration BETWEEN_KNOWN_CAUSES = Duration.ofMinutes(1);
  private static final Duration BETWEEN_WATCHES = Duration.ofMinutes(10);

  private final Logger log;
  private final String subject;
  private final InstantSource clock;
  private final boolean isWatch;
  private final Set<String> causes = new HashSet<>();
  private @Nullable Instant since;
  private @Nullable Instant lastWarning;
  private boolean isLogged;
  private String lastCause = "";

  /**
   * @param subject the operation or resource, the prefix of each line
   * @param clock measures the duration of outages
   */
  public OutageLog(Logger log, String subject, InstantSource clock) {
    this(log, subject, clock, false);
  }

  OutageLog(Logger log, String subject, InstantSource clock, boolean isWatch) {
    this.log = log;
    this.subject = subject;
    this.clock = clock;
    this.isWatch = isWatch;
  }

  /**
   * Records a failure.
   *
   * @param what the failure and the reaction to it
   */
  public void met(String what) {
    met(what, what);
  }

  /**
   * Records a failure.
   *
   * @param cause identifies the cause; failures with equal causes are not logged again
   * @param what the failure and the reaction to it
   */
  public synchronized void met(String cause, String what) {
    Instant now = clock.instant();
    if (since == null) {
      since = now;
      isLogged = false;
    }
    if (isLogged ? isChange(cause, now) : !isWatch || isPast(BETWEEN_WATCHES, now)) {
      warn(cause, now, what);
    } else {
      log.debug("{}: still: {}", subject, what);
    }
  }

  private boolean isChange(String cause, Instant now) {
    if (isWatch || cause.equals(lastCause)) {
      return false;
    }
    boolean isNew = causes.size() < Limit.CAUSES.asInt() && !causes.contains(cause);
    return isNew || isPast(BETWEEN_KNOWN_CAUSES, now);
  }

  private boolean isPast(Duration pause, Instant now) {
    return lastWarning == null || !now.isBefore(lastWarning.plus(pause));
  }

  private void warn(String cause, Instant now, String what) {
    log.warn("{}: {}", subject, what);
    if (causes.size() < Limit.CAUSES.asInt()) {
      causes.add(cause);
    }
    lastCause = cause;
    lastWarning = now;
    isLogged = true;
  }

  /** Records a success. */
  public synchronized void over() {
    if (since != null) {
      Duration lasted = Duration.between(since, clock.instant());
      since = null;
      causes.clear();
      log.atLevel(isLogged ? Level.INFO : Level.DEBUG)
          .log("{}: recovered after {}", subject, GoDuration.format(lasted));
    }
  }
}
