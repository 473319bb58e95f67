package dev.hpa.sandbox.clients;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Waits for asynchronous events. */
final class Eventually {

  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition signalled = lock.newCondition();

  /** Signals an event, so that waiting threads check their condition. */
  void tell() {
    lock.lock();
    try {
      signalled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a condition is true. */
  void await(String what, BooleanSupplier check) throws InterruptedException {
    long limit = System.nanoTime() + TIMEOUT.toNanos();
    lock.lock();
    try {
      // An event may be signalled before its effect is visible, so the condition is also polled.
      while (!check.getAsBoolean()) {
        boolean again = signalled.await(100, TimeUnit.MILLISECONDS);
        if (!again && System.nanoTime() > limit) {
          throw new AssertionError("timed out waiting for: " + what);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
