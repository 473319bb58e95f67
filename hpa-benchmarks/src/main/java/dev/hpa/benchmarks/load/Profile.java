package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Population;
import dev.hpa.benchmarks.setup.Usage;
import java.util.Locale;

/** The shape of a load. */
public enum Profile {
  /** Many namespaces with few autoscalers each. */
  SPREAD(10_000, 10, 1_000),

  /** Few namespaces with many autoscalers each. */
  DENSE(10_000, 10, 10),

  /** Few autoscalers with many pods each. */
  WIDE(20, 5_000, 20),

  /** All pods are replaced, again and again. */
  CHURN(1_000, 10, 100),

  /** Every twentieth autoscaler waits for an external source that takes half a minute to answer. */
  HANG(1_000, 10, 100),

  /** Every autoscaler has several External metrics, and each of them takes a request. */
  EXTERNAL(400, 10, 10);

  private static final int HUNG_EVERY = 20;
  private static final int EXTERNAL_METRICS = 4;

  private final int autoscalers;
  private final int podsPerAutoscaler;
  private final int namespaces;

  Profile(int autoscalers, int podsPerAutoscaler, int namespaces) {
    this.autoscalers = autoscalers;
    this.podsPerAutoscaler = podsPerAutoscaler;
    this.namespaces = namespaces;
  }

  int autoscalers() {
    return autoscalers;
  }

  int podsPerAutoscaler() {
    return podsPerAutoscaler;
  }

  int namespaces() {
    return namespaces;
  }

  /** How many External metrics each autoscaler has, 0 when it has another metric. */
  int externalMetrics() {
    return this == EXTERNAL ? EXTERNAL_METRICS : 0;
  }

  /**
   * The objects of a load of this shape.
   *
   * @param externalMetrics for each autoscaler, 0 in all profiles but {@link #EXTERNAL}
   */
  Population population(
      int hpas, int podsPerHpa, int inNamespaces, Usage usage, int externalMetrics) {
    return new Population(
        hpas * podsPerHpa,
        hpas,
        inNamespaces,
        usage,
        this == HANG ? HUNG_EVERY : 0,
        this == CHURN ? Population.Pace.LIFELIKE : Population.Pace.AT_ONCE,
        externalMetrics);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
