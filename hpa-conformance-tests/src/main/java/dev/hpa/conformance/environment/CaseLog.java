package dev.hpa.conformance.environment;

import dev.hpa.conformance.transcript.Observation;
import dev.hpa.conformance.transcript.Transcript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Takes down what is seen in the namespace of a case, as it is seen. Thread-safe. */
public final class CaseLog {

  private final String name;
  private final long began = System.nanoTime();
  private final List<Observation> observations = new ArrayList<>();

  CaseLog(String name) {
    this.name = name;
  }

  /** Takes something down that is seen now. */
  public synchronized void add(LongFunction<Observation> seen) {
    observations.add(seen.apply((System.nanoTime() - began) / 1_000_000));
    notifyAll();
  }

  /** All that was seen so far. */
  public synchronized Transcript transcript() {
    return new Transcript(name, observations);
  }

  /**
   * Waits until something was seen.
   *
   * @return whether it was, within that time
   */
  public synchronized boolean await(Predicate<Transcript> seen, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
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
