package dev.hpa.app.logging;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Something that may go wrong for a while, however often it is tried. The log has a warning when
 * that begins and a line when it is over; what happens in between is there at verbosity 4.
 * Thread-safe.
 */
public final class Trouble {

  private final Logger log;
  private final String subject;
  private final InstantSource clock;
  private @Nullable Instant since;

  /**
   * @param subject what it is that goes wrong, put before each line
   * @param clock measures how long it lasts
   */
  public Trouble(Logger log, String subject, InstantSource clock) {
    this.log = log;
    this.subject = subject;
    this.clock = clock;
  }

  /**
   * It went wrong.
   *
   * @param what went wrong, and what is done about it
   */
  public synchronized void met(String what) {
    if (since == null) {
      since = clock.instant();
      log.warn("{}: {}", subject, what);
    } else {
      log.debug("{}: still: {}", subject, what);
    }
  }

  /** It went well. */
  public synchronized void over() {
    if (since != null) {
      Duration lasted = Duration.between(since, clock.instant());
      since = null;
      log.info("{}: well again after {}", subject, GoDuration.format(lasted));
    }
  }
}
