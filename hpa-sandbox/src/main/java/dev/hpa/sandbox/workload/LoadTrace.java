package dev.hpa.sandbox.workload;

import java.time.Duration;

/** A recorded load: a {@link PiecewiseLinear} in millicores. Immutable. */
public final class LoadTrace implements LoadProfile {

  private final PiecewiseLinear milliCores;

  /**
   * Creates a trace.
   *
   * @param milliCores at times since the start of the load, none negative
   */
  public LoadTrace(PiecewiseLinear milliCores) {
    this.milliCores = milliCores;
  }

  @Override
  public double milliCoresAt(Duration sinceStart) {
    return milliCores.at(sinceStart);
  }

  /** The time of the last point. */
  public Duration length() {
    return milliCores.end();
  }
}
