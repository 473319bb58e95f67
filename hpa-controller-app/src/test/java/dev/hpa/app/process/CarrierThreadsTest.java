package dev.hpa.app.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CarrierThreadsTest {

  @Test
  @Tag("security")
  void virtualThreadsRunBesideComputationsThatOccupyAllThreads() throws InterruptedException {
    VirtualThreadSchedulerMXBean java =
        ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    int usual = java.getParallelism();
    CountDownLatch other = new CountDownLatch(1);
    List<Thread> computing = new ArrayList<>();
    Thread carriers = CarrierThreads.start();
    try {
      for (int i = 0; i < usual; i++) {
        computing.add(Thread.startVirtualThread(() -> computeUntil(other)));
      }
      Thread.startVirtualThread(other::countDown);
      for (Thread each : computing) {
        each.join();
      }
    } finally {
      other.countDown();
      carriers.interrupt();
      carriers.join();
    }
    assertEquals(usual, java.getParallelism());
  }

  private static void computeUntil(CountDownLatch done) {
    while (done.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aThreadIsAddedWhenVirtualThreadsHaveWaitedTwice() {
    assertEquals(List.of(1, 2, 3), parallelism(1, 7, 7, 1));
  }

  @Test
  void aShortWaitAddsNone() {
    assertEquals(List.of(1, 1, 1, 1), parallelism(1, 7, 0, 7, 0));
  }

  @Test
  void addedThreadsEndWhenNoneHasWaitedForAWhile() {
    assertEquals(
        List.of(2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2),
        parallelism(2, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0));
  }

  @Test
  void theNumberOfAddedThreadsIsLimited() {
    TestScheduler scheduler = new TestScheduler(2);
    CarrierThreads threads = new CarrierThreads(scheduler);
    scheduler.waiting = 1;
    for (int check = 0; check < 100; check++) {
      threads.check();
    }
    assertEquals(2 + CarrierThreads.MAX_ADDED, scheduler.parallelism);
  }

  /** The parallelism after each check, at which that many virtual threads wait. */
  private static List<Integer> parallelism(int usual, long... waiting) {
    TestScheduler scheduler = new TestScheduler(usual);
    CarrierThreads threads = new CarrierThreads(scheduler);
    List<Integer> after = new ArrayList<>();
    for (long each : waiting) {
      scheduler.waiting = each;
      threads.check();
      after.add(scheduler.parallelism);
    }
    return after;
  }

  private static final class TestScheduler implements CarrierThreads.Scheduler {
    private int parallelism;
    private long waiting;

    TestScheduler(int parallelism) {
      this.parallelism = parallelism;
    }

    @Override
    public int parallelism() {
      return parallelism;
    }

    @Override
    public void setParallelism(int threads) {
      parallelism = threads;
    }

    @Override
    public long waiting() {
      return waiting;
    }
  }
}
