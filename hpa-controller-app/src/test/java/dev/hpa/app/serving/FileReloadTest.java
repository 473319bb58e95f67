package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class FileReloadTest {

  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final VirtualTimeline time = new VirtualTimeline(Instant.EPOCH);
  private final BlockingQueue<Thread> reads = new LinkedBlockingQueue<>();
  private final Semaphore hanging = new Semaphore(0);

  private void hang() {
    reads.add(Thread.currentThread());
    hanging.acquireUninterruptibly();
  }

  @Test
  void noOtherReadBeginsWhileOneHangs() throws Exception {
    Timeline.Scheduled reload = FileReload.every(time, PERIOD, "files", this::hang);
    time.advance(PERIOD);
    Thread first = reads.take();
    assertFalse(first.isVirtual());
    time.advance(PERIOD.multipliedBy(3));
    hanging.release();
    first.join();
    assertEquals(0, reads.size());
    time.advance(PERIOD);
    Thread second = reads.take();
    hanging.release();
    second.join();
    reload.cancel();
    time.advance(PERIOD);
    assertEquals(0, reads.size());
  }

  @Test
  void readsGoOnAfterOneFailed() throws Exception {
    FileReload.every(
        time,
        PERIOD,
        "files",
        () -> {
          Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
          reads.add(Thread.currentThread());
          throw new IllegalStateException("unreadable");
        });
    time.advance(PERIOD);
    reads.take().join();
    time.advance(PERIOD);
    reads.take().join();
  }
}
