package dev.hpa.kube.client;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the outages of one watch: a warning when an outage begins and a line when it is over.
 * Retries in between, and outages that follow a reported one within ten minutes, are logged at
 * verbosity 6, unless they last. Thread-safe.
 */
final class WatchOutageLog {

  private static final Logger LOG = LoggerFactory.getLogger(WatchOutageLog.class);

  /** Between two warnings about the same watch. */
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final String subject;
  private final InstantSource clock;
  private @Nullable Instant since;
  private @Nullable Instant reported;
  private boolean isReported;

  WatchOutageLog(String subject, InstantSource clock) {
    this.subject = subject;
    this.clock = clock;
  }

  /**
   * Records a failed list or watch.
   *
   * @param what the failure and the reaction to it
   */
  synchronized void failed(String what) {
    Instant now = clock.instant();
    Instant last = reported;
    if (since == null) {
      since = now;
      isReported = false;
    }
    if (!isReported && (last == null || !now.isBefore(last.plus(INTERVAL)))) {
      isReported = true;
      reported = now;
      LOG.warn("{}: {}", subject, what);
    } else {
      LOG.trace("{}: {}", subject, what);
    }
  }

  /** The watch works. */
  synchronized void recovered() {
    Instant begin = since;
    if (begin == null) {
      return;
    }
    since = null;
    String lasted = GoDuration.format(Duration.between(begin, clock.instant()));
    if (isReported) {
      LOG.info("{}: recovered after {}", subject, lasted);
    } else {
      LOG.trace("{}: recovered after {}", subject, lasted);
    }
  }
}
