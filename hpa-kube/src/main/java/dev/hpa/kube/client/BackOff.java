package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import java.time.Duration;

/** The pauses of a reflector between attempts: exponential, with jitter. Used by one thread. */
final class BackOff {

  private static final Duration FIRST = Duration.ofMillis(800);

  /**
   * client-go backs off for up to 30 s. Autoscalers are not reconciled while a watch is down, so a
   * long backoff would skip them for minutes after the server has recovered; two watches do not
   * load it.
   */
  private static final Duration MAX_DELAY = Duration.ofSeconds(5);

  private final Timeline timeline;
  private Duration next = FIRST;

  BackOff(Timeline timeline) {
    this.timeline = timeline;
  }

  /** Starts again with the shortest pause. */
  void reset() {
    next = FIRST;
  }

  /** Blocks for the next pause, and at least for a duration. */
  void pause(Duration least) throws InterruptedException {
    double jitter = 1 + timeline.random().nextDouble();
    Duration pause = Duration.ofMillis((long) (next.toMillis() * jitter));
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : doubled;
    timeline.sleep(pause.compareTo(least) < 0 ? least : pause);
  }
}
