package dev.hpa.sandbox.clients;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Waits for what others bring about and tell. */
final class Eventually {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();

  /** Something has happened, so whoever waits may look again. */
  void tell() {
    lock.lock();
    try {
      told.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something is so. */
  void await(String what, BooleanSupplier check) throws InterruptedException {
    long limit = System.nanoTime() + PATIENCE.toNanos();
    lock.lock();
    try {
      // What is told before its effect can be seen is looked at again a little later.
      while (!check.getAsBoolean()) {
        boolean again = told.await(100, TimeUnit.MILLISECONDS);
        if (!again && System.nanoTime() > limit) {
          throw new AssertionError("waited in vain: " + what);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
