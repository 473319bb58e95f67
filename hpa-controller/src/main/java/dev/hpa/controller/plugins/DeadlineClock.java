package dev.hpa.controller.plugins;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.http.RateLimitWaitListener;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of one call to a plug-in. It is suspended while a request of the call waits for the
 * rate limit of this process, because that wait does not depend on the plug-in or its source.
 * Thread-safe.
 */
final class DeadlineClock implements RateLimitWaitListener {

  private final Timeline timeline;
  private final Duration deadline;
  private final Runnable expired;
  private Duration left;
  private Instant since;
  private int waits;
  private boolean stopped;
  private Timeline.@Nullable Scheduled expiry;

  /**
   * @param deadline in the timeline's time
   * @param expired runs on the timeline's thread, at most once
   */
  DeadlineClock(Timeline timeline, Duration deadline, Runnable expired) {
    this.timeline = timeline;
    this.expired = expired;
    this.deadline = deadline;
    this.left = deadline;
    this.since = timeline.now();
  }

  /** Starts it. */
  synchronized void start() {
    since = timeline.now();
    expiry = timeline.schedule(left, this::expire);
  }

  private void expire() {
    synchronized (this) {
      if (stopped || waits > 0) {
        return;
      }
      Duration missing = Duration.between(timeline.now(), since.plus(left));
      if (missing.isPositive()) {
        // Early, or of a time before a wait: the clock of a timer may differ from that of now().
        cancel();
        expiry = timeline.schedule(missing, this::expire);
        return;
      }
      stopped = true;
      left = Duration.ZERO;
    }
    expired.run();
  }

  @Override
  public synchronized void begun() {
    if (waits++ == 0 && !stopped) {
      cancel();
      left = left.minus(Duration.between(since, timeline.now()));
    }
  }

  @Override
  public synchronized void ended() {
    if (--waits == 0 && !stopped) {
      start();
    }
  }

  /** The call has ended; returns the time that it took, up to the deadline. */
  synchronized Duration stop() {
    if (!stopped && waits == 0) {
      left = left.minus(Duration.between(since, timeline.now()));
    }
    stopped = true;
    cancel();
    return deadline.minus(left);
  }

  private void cancel() {
    if (expiry != null) {
      expiry.cancel();
      expiry = null;
    }
  }
}
