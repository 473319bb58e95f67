package dev.hpa.conformance.environment;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Records the observations in the namespace of a case. Thread-safe. */
public final class CaseLog {

  private final String name;
  private final long began = System.nanoTime();
  private final List<Observation> observations = new ArrayList<>();

  public CaseLog(String name) {
    this.name = name;
  }

  /** Adds an observation with the current time. */
  public synchronized void add(LongFunction<Observation> seen) {
    observations.add(seen.apply((System.nanoTime() - began) / 1_000_000));
    notifyAll();
  }

  /** Returns all observations so far. */
  public synchronized Transcript transcript() {
    return new Transcript(name, observations);
  }

  /**
   * Waits until the transcript meets a condition.
   *
   * @return whether it did within the timeout
   */
  public synchronized boolean await(Predicate<Transcript> seen, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!seen.test(transcript())) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
