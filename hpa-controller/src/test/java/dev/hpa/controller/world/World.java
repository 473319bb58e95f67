package dev.hpa.controller.world;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs the threads of several processes on the thread that created it, one at a time: which one is
 * next, how long something takes and what fails is drawn from a seed, and the time advances only
 * when no thread can run. The same seed repeats a run exactly.
 *
 * <p>Threads are virtual ones with a separate scheduler, which threads that they create inherit. A
 * thread runs until it waits: interleavings below that grain are not tried.
 */
@SuppressWarnings("AnnotateFormatMethod") // The annotation is in no library of the tests.
final class World {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Steps without an advance of the time after which threads are taken to spin. */
  private static final int MAX_STEPS = 2_000_000;

  private static final MethodHandle BUILDER = builder();

  private final Thread runner = Thread.currentThread();
  private final SplittableRandom random;
  private final PriorityQueue<Due> events = new PriorityQueue<>();
  private final List<Step> ready = new ArrayList<>();
  private final ConcurrentLinkedQueue<Step> foreign = new ConcurrentLinkedQueue<>();
  private final WorldLog log;
  private Instant now = START;
  private long order;
  private int wakesFromOutside;

  World(long seed, WorldLog log) {
    this.random = new SplittableRandom(seed);
    this.log = log;
  }

  /** What happens at a time, on the runner: it must not wait. */
  private static final class Due implements Comparable<Due> {
    final Instant at;
    final long nanos;
    final long order;
    @Nullable Runnable task;

    Due(Instant at, long order, Runnable task) {
      this.at = at;
      this.nanos = Duration.between(START, at).toNanos();
      this.order = order;
      this.task = task;
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** The continuation of a thread that can run. */
  private record Step(SimulatedProcess process, Runnable continuation) {}

  /** Cancels an event. */
  interface Cancellation {
    void cancel();
  }

  Instant now() {
    return now;
  }

  RandomGenerator random() {
    return random;
  }

  WorldLog log() {
    return log;
  }

  /** Writes a line to the log, with the time. */
  void log(String format, Object... arguments) {
    log.line(now, arguments.length == 0 ? format : format.formatted(arguments));
  }

  /**
   * How often a thread was woken by something outside of the world, in an order it cannot repeat.
   */
  int wakesFromOutside() {
    return wakesFromOutside;
  }

  /** Lets something happen after a delay. It must not wait. */
  Cancellation after(Duration delay, Runnable task) {
    Due due = new Due(delay.isNegative() ? now : now.plus(delay), order++, task);
    events.add(due);
    return () -> due.task = null;
  }

  /** A duration between two others; short ones are as likely as long ones. */
  Duration between(Duration least, Duration most) {
    double low = Math.log(Math.max(1, least.toNanos() / 1e3));
    double high = Math.log(Math.max(1, most.toNanos() / 1e3));
    return Duration.of(
        (long) Math.exp(low + random.nextDouble() * (high - low)), ChronoUnit.MICROS);
  }

  boolean happens(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** The scheduler of the threads of a process. */
  Executor scheduler(SimulatedProcess process) {
    return continuation -> {
      Step step = new Step(process, continuation);
      Thread thread = Thread.currentThread();
      if (thread.isVirtual() || thread.equals(runner)) {
        ready.add(step);
      } else {
        foreign.add(step);
      }
    };
  }

  /** A builder of threads with a scheduler. */
  static Thread.Builder.OfVirtual threads(Executor scheduler) {
    try {
      return (Thread.Builder.OfVirtual) BUILDER.invoke(scheduler);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The JDK has no public way yet; {@code --add-opens java.base/java.lang} permits this one. */
  private static MethodHandle builder() {
    try {
      Class<?> type = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      Constructor<?> constructor = type.getDeclaredConstructor(Executor.class);
      constructor.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(constructor);
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException("threads cannot have their own scheduler here", changed);
    }
  }

  /** Lets the time pass until an instant, and all threads run that can until then. */
  void runUntil(Instant end) {
    int atOnce = 0;
    while (true) {
      drainForeign();
      Step step = next();
      if (step != null) {
        if (++atOnce > MAX_STEPS) {
          throw new AssertionError("threads of " + step.process() + " spin at " + now);
        }
        step.continuation().run();
        continue;
      }
      Due due = events.peek();
      if (due == null || due.at.isAfter(end)) {
        now = end;
        return;
      }
      events.remove();
      Runnable task = due.task;
      if (task == null) {
        continue;
      }
      if (due.at.isAfter(now)) {
        now = due.at;
        atOnce = 0;
      }
      task.run();
    }
  }

  private void drainForeign() {
    for (Step step = foreign.poll(); step != null; step = foreign.poll()) {
      wakesFromOutside++;
      ready.add(step);
    }
  }

  /** A random thread that can run; null if there is none. */
  private @Nullable Step next() {
    int size = ready.size();
    if (size == 0) {
      return null;
    }
    int first = size == 1 ? 0 : random.nextInt(size);
    for (int i = 0; i < size; i++) {
      int index = (first + i) % size;
      Step step = ready.get(index);
      if (!step.process().isPaused()) {
        Step last = ready.removeLast();
        if (index < ready.size()) {
          ready.set(index, last);
        }
        return step;
      }
    }
    return null;
  }
}
