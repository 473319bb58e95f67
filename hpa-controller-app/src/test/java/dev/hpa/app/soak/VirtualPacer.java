package dev.hpa.app.soak;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Moves a virtual time on as fast as cluster and controllers follow. */
final class VirtualPacer implements Pacer {

  private static final Duration STEP = Duration.ofSeconds(1);

  /** Real time without any request after which what is unfinished waits for the virtual time. */
  private static final Duration IDLE = Duration.ofMillis(25);

  /** Real time for watches and the Lease to follow, where nothing keeps them from it. */
  private static final Duration MOST_WHEN_CALM = Duration.ofMillis(500);

  /** The same where they may never follow: connections are made meanwhile. */
  private static final Duration MOST = Duration.ofMillis(25);

  private static final long SPIN = Duration.ofNanos(100_000).toNanos();

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));

  @Override
  public Timeline timeline() {
    return timeline;
  }

  @Override
  public void setClock(Duration leap) {
    timeline.setClock(leap);
  }

  @Override
  public void pass(Duration duration, SoakCluster cluster) throws InterruptedException {
    Instant end = timeline.now().plus(duration);
    while (timeline.now().isBefore(end)) {
      timeline.advance(STEP);
      awaitIdle(cluster);
      awaitStep(cluster);
    }
  }

  /** Until everything that was due is done; what waits for more of the time gets it. */
  private void awaitIdle(SoakCluster cluster) throws InterruptedException {
    long before = cluster.progress();
    while (!cluster.awaitIdle(IDLE)) {
      long now = cluster.progress();
      if (now == before) {
        timeline.advance(STEP.dividedBy(2));
      }
      before = now;
    }
  }

  private static void awaitStep(SoakCluster cluster) {
    long end = System.nanoTime() + (cluster.isCalm() ? MOST_WHEN_CALM : MOST).toNanos();
    while (!cluster.isInStep() && System.nanoTime() < end) {
      LockSupport.parkNanos(SPIN);
    }
  }
}
