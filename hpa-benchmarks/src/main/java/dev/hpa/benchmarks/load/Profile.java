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

  /** A small cluster. */
  TINY(10, 10, 10),

  /** The size for which the defaults are made. */
  SMALL(100, 10, 20),

  /** All pods are replaced every other period. */
  CHURN(1_000, 10, 100),

  /** Every 20th autoscaler uses an external source that responds after 30 s. */
  HANG(1_000, 10, 100),

  /** Every autoscaler has several External metrics, each of which needs a request. */
  EXTERNAL(400, 10, 10),

  /** Every autoscaler has the CPU of its pods and an External metric, whose sources are slow. */
  MIXED(40, 10, 4);

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

  /** Returns the number of External metrics of each autoscaler; 0 if it scales on CPU alone. */
  int externalMetrics() {
    return switch (this) {
      case EXTERNAL -> EXTERNAL_METRICS;
      case MIXED -> 1;
      default -> 0;
    };
  }

  /**
   * Returns the objects of a load of this shape.
   *
   * @param externalMetrics number for each autoscaler; 0 in all profiles except {@link #EXTERNAL}
   *     and {@link #MIXED}
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
        externalMetrics,
        this == MIXED);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
