package dev.hpa.app.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Waits for Ctrl-C, or for the process to be asked to end, and lets the command close what it
 * opened before it does.
 */
final class Shutdown {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  private Shutdown() {}

  /** From now on the end of the process waits until {@link #done} is called. */
  static Shutdown install() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::begin, "shutdown"));
    return shutdown;
  }

  private void begin() {
    asked.countDown();
    try {
      closed.await();
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the process to end. */
  void ask() {
    asked.countDown();
  }

  /** Returns when the process is asked to end. */
  void await() throws InterruptedException {
    asked.await();
  }

  /** What {@link #await} waits for, for those who wait for something else too. */
  CountDownLatch asked() {
    return asked;
  }

  /** Everything is closed; the process may end. */
  void done() {
    closed.countDown();
  }
}
