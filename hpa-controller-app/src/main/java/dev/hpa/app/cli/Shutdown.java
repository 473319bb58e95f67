package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for Ctrl-C, or for the process to be asked to end, and lets the command close what it
 * opened before it does. What does not close in time is abandoned: the process ends all the same.
 */
public final class Shutdown {

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  /** For commands without a limit of their own. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Whether a command has a limit of its own. */
  private static volatile boolean installed;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration deadline;
  private final Runnable halt;
  private @Nullable Thread starting;

  /**
   * @param deadline from being asked to end to the end, in real time
   * @param halt ends the process at once
   */
  Shutdown(Duration deadline, Runnable halt) {
    this.deadline = deadline;
    this.halt = halt;
  }

  /**
   * Limits the end of the process to a minute where the command does not install a limit: a plug-in
   * may register a shutdown hook that hangs.
   */
  public static void limit() {
    Runtime.getRuntime()
        .addShutdownHook(limit(LONGEST, () -> Runtime.getRuntime().halt(ExitStatus.FAILED)));
  }

  /** The hook that does it. */
  static Thread limit(Duration deadline, Runnable halt) {
    return new Thread(
        () -> {
          if (!installed) {
            new Shutdown(deadline, halt).watch(new CountDownLatch(1));
          }
        },
        "shutdown-limit");
  }

  /** From now on the end of the process waits until {@link #done} is called, or a minute. */
  public static Shutdown install() {
    return install(LONGEST);
  }

  /**
   * The same with a limit.
   *
   * @param deadline from being asked to end to the end, in real time
   */
  public static Shutdown install(Duration deadline) {
    Shutdown shutdown = new Shutdown(deadline, () -> Runtime.getRuntime().halt(ExitStatus.FAILED));
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::begin, "shutdown"));
    installed = true;
    return shutdown;
  }

  /** The process ends: hooks run, this one and those of plug-ins. */
  void begin() {
    asked.countDown();
    interruptStart();
    // Counts on when this command is closed: another hook may keep the process.
    watch(new CountDownLatch(1));
    try {
      closed.await();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void interruptStart() {
    if (starting != null) {
      starting.interrupt();
    }
  }

  /** The calling thread starts something that may block; a request to end interrupts it. */
  synchronized void starting() {
    starting = Thread.currentThread();
    if (isAsked()) {
      starting.interrupt();
    }
  }

  /** What the calling thread started is complete; it is not interrupted any more. */
  synchronized void started() {
    starting = null;
    if (isAsked()) {
      Thread.interrupted();
    }
  }

  /** Whether the process was asked to end. */
  boolean isAsked() {
    return asked.getCount() == 0;
  }

  /** Asks the process to end. */
  void ask() {
    asked.countDown();
    watch(closed);
  }

  private void watch(CountDownLatch end) {
    Thread.ofPlatform().daemon().name("shutdown-deadline").start(() -> haltUnless(end));
  }

  private void haltUnless(CountDownLatch end) {
    try {
      if (!end.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.error(
            "shutdown: not finished within {}; the process ends now", GoDuration.format(deadline));
        halt.run();
      }
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when the process is asked to end. */
  public void await() throws InterruptedException {
    asked.await();
  }

  /** What {@link #await} waits for, for those who wait for something else too. */
  public CountDownLatch asked() {
    return asked;
  }

  /** Everything is closed; the process may end. */
  public void done() {
    closed.countDown();
  }
}
