package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.app.logging.Logging;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a termination signal and gives the command time to close its resources. The process is
 * halted when the deadline passes.
 */
public final class Shutdown {

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  /** The default deadline. */
  private static final Duration MAX_DURATION = Duration.ofMinutes(1);

  /** Whether a command has installed its own deadline. */
  private static volatile boolean installed;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration deadline;
  private final Runnable halt;
  private @Nullable Thread starting;

  /**
   * @param deadline from the termination signal to the halt, in real time
   * @param halt halts the process
   */
  Shutdown(Duration deadline, Runnable halt) {
    this.deadline = deadline;
    this.halt = halt;
  }

  /**
   * Limits the shutdown to 1 minute if the command does not install a deadline: a plug-in may
   * register a shutdown hook that hangs.
   */
  public static void limit() {
    Runtime.getRuntime()
        .addShutdownHook(limit(MAX_DURATION, () -> Runtime.getRuntime().halt(ExitStatus.FAILED)));
  }

  /** The shutdown hook that enforces the deadline. */
  static Thread limit(Duration deadline, Runnable halt) {
    return new Thread(
        () -> {
          if (!installed) {
            new Shutdown(deadline, halt).watch(new CountDownLatch(1));
          }
        },
        "shutdown-limit");
  }

  /** Delays the end of the process until {@link #done} is called, up to 1 minute. */
  public static Shutdown install() {
    return install(MAX_DURATION);
  }

  /**
   * Delays the end of the process until {@link #done} is called, up to the deadline.
   *
   * @param deadline from the termination signal to the halt, in real time
   */
  public static Shutdown install(Duration deadline) {
    Shutdown shutdown = new Shutdown(deadline, () -> Runtime.getRuntime().halt(ExitStatus.FAILED));
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::begin, "shutdown"));
    installed = true;
    return shutdown;
  }

  /** Runs as a shutdown hook, concurrently with those of plug-ins. */
  void begin() {
    requested.countDown();
    interruptStart();
    // Continues after this command is closed: another hook may block the process.
    watch(new CountDownLatch(1));
    try {
      closed.await();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void interruptStart() {
    if (starting != null) {
      starting.interrupt();
    }
  }

  /**
   * Marks the calling thread as starting something that may block; a termination signal interrupts
   * it.
   */
  synchronized void starting() {
    starting = Thread.currentThread();
    if (isAsked()) {
      starting.interrupt();
    }
  }

  /** Ends the interruptible start of the calling thread. */
  synchronized void started() {
    starting = null;
    if (isAsked()) {
      Thread.interrupted();
    }
  }

  /** Whether a shutdown was requested. */
  boolean isAsked() {
    return requested.getCount() == 0;
  }

  /** Requests a shutdown. */
  void ask() {
    requested.countDown();
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

  /** Blocks until a shutdown is requested. */
  public void await() throws InterruptedException {
    requested.await();
  }

  /** The latch that {@link #await} waits for. */
  public CountDownLatch requested() {
    return requested;
  }

  /** Signals that everything is closed and the process may end. */
  public void done() {
    // The process may end before the caller returns to main.
    Logging.flush();
    closed.countDown();
  }
}
