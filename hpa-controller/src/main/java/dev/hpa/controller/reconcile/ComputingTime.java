package dev.hpa.controller.reconcile;

import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * The time in which a sync computes, as opposed to that in which it waits for a server. Each
 * interval is reported when it ends, so that a sync which waits long is charged before.
 *
 * <p>A measurement is used by one thread.
 */
final class ComputingTime {

  private static final ScopedValue<ComputingTime> CURRENT = ScopedValue.newInstance();

  private final Timeline timeline;
  private final Consumer<Duration> computed;
  private Instant since;

  private ComputingTime(Timeline timeline, Consumer<Duration> computed) {
    this.timeline = timeline;
    this.computed = computed;
    this.since = timeline.now();
  }

  /** The end of a wait. */
  interface Wait extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Runs the work of a sync.
   *
   * @param computed receives each interval in which it has computed
   */
  static void measure(Timeline timeline, Consumer<Duration> computed, Runnable work) {
    ComputingTime time = new ComputingTime(timeline, computed);
    try {
      ScopedValue.where(CURRENT, time).run(work);
    } finally {
      time.end();
    }
  }

  /** Begins a wait of the caller, whose time is not measured. */
  static Wait pause() {
    if (!CURRENT.isBound()) {
      return () -> {};
    }
    ComputingTime time = CURRENT.get();
    time.end();
    return () -> time.since = time.timeline.now();
  }

  private void end() {
    computed.accept(Duration.between(since, timeline.now()));
  }
}
