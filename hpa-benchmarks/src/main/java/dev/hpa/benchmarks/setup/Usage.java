package dev.hpa.benchmarks.setup;

/** What the pods of a population use. */
public enum Usage {
  /** Nothing, and no metrics are waited for. */
  NONE,

  /** Always the same, and as much as the autoscaler wants. */
  STEADY,

  /**
   * More or less at every scrape. Of twenty workloads nineteen stay within the tolerance for half
   * an hour, and one goes up and down beyond it.
   */
  CHANGING
}
