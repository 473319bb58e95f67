package dev.hpa.benchmarks.setup;

/** CPU usage of the pods of a population. */
public enum Usage {
  /** Constant, at the target of the autoscaler. */
  STEADY,

  /**
   * Different at every scrape. Of 20 workloads, 19 stay within the tolerance for 30 minutes and 1
   * oscillates beyond it.
   */
  CHANGING
}
