package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class IsolatedCallsTest {

  private static final NamespacedName TENANT = new NamespacedName("shop", "web");

  private final Timers timers = new Timers();
  private final IsolatedCalls calls =
      new IsolatedCalls(
          "test", UnaryOperator.identity(), timers, Thread::new, Duration.ofSeconds(30), 1);

  /** Runs tasks when a test says so; cancelling is too late for all of them. */
  private static final class Timers implements Timeline {
    private final List<Runnable> tasks = new ArrayList<>();

    private Instant now = Instant.EPOCH;

    @Override
    public synchronized Instant now() {
      return now;
    }

    @Override
    public synchronized Scheduled schedule(Duration delay, Runnable task) {
      tasks.add(task);
      return () -> {};
    }

    synchronized Runnable task(int index) {
      return tasks.get(index);
    }

    synchronized void pass(Duration time) {
      now = now.plus(time);
    }

    /** Runs the deadline of a call when it has passed. */
    void reach(int index) {
      synchronized (this) {
        now = now.plusSeconds(60);
      }
      task(index).run();
    }

    synchronized int count() {
      return tasks.size();
    }

    @Override
    public Duration toReal(Duration duration) {
      return duration;
    }

    @Override
    public void close() {}
  }

  private static final class SlowCall {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch end = new CountDownLatch(1);
    final AtomicInteger expiries = new AtomicInteger();

    void add(IsolatedCalls calls, NamespacedName tenant) {
      calls.call(tenant, this::run).whenEnded((result, failure) -> ended(failure));
    }

    private void ended(@Nullable Throwable failure) {
      if (failure instanceof CallFailure known && known.isLate()) {
        expiries.incrementAndGet();
      }
    }

    private boolean run() {
      begun.countDown();
      try {
        end.await();
      } catch (InterruptedException ignored) {
        // A call that ignores the interrupt of its deadline.
        try {
          end.await();
        } catch (InterruptedException again) {
          Thread.currentThread().interrupt();
        }
      }
      return true;
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(2, TimeUnit.MINUTES), "not within 2 min");
  }

  /** One call of 20 s counts as 200: another namespace has the turns of the next ones. */
  @Test
  @Tag("security")
  void aNamespaceWithSlowCallsLosesTurns() throws Exception {
    List<SlowCall> slow = List.of(new SlowCall(), new SlowCall());
    SlowCall other = new SlowCall();
    slow.forEach(each -> each.add(calls, TENANT));
    other.add(calls, new NamespacedName("team", "api"));
    await(slow.getFirst().begun);
    timers.pass(Duration.ofSeconds(20));
    slow.getFirst().end.countDown();
    await(other.begun);
    other.end.countDown();
    await(slow.getLast().begun);
    slow.getLast().end.countDown();
    calls.abandon();
  }

  /** The deadline of calls that had stalled before may come when others have. */
  @Test
  void aDeadlineThatIsReplacedExpiresNoCall() throws Exception {
    SlowCall first = new SlowCall();
    SlowCall second = new SlowCall();
    SlowCall third = new SlowCall();
    first.add(calls, TENANT);
    second.add(calls, TENANT);
    timers.reach(0);
    assertEquals(1, first.expiries.get());
    assertEquals(2, timers.count(), "the second call waits for one that has stalled");
    first.end.countDown();
    await(second.begun);
    third.add(calls, TENANT);
    timers.reach(2);
    assertEquals(1, second.expiries.get());
    assertEquals(4, timers.count());
    timers.task(1).run();
    assertEquals(0, third.expiries.get(), "the deadline of the second call's wait");
    timers.task(3).run();
    assertEquals(1, third.expiries.get());
    second.end.countDown();
    calls.abandon();
  }
}
