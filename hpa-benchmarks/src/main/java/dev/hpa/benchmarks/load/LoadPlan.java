package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Population;
import java.time.Duration;
import java.util.List;

/**
 * What is done to every contender.
 *
 * @param period the sync period contenders are given
 * @param warmUpPeriods how many go by unmeasured once every autoscaler is decided
 * @param periods how many are measured
 * @param javaOptions for the JVM of the sandbox
 */
record LoadPlan(
    Profile profile,
    Population population,
    Duration period,
    int warmUpPeriods,
    int periods,
    List<String> javaOptions) {

  /** After so many periods the measurement begins, decided or not. */
  static final int MOST_PERIODS_TO_BEGIN = 12;

  /** How many periods the API of External metrics is overloaded. */
  static final int OVERLOAD_PERIODS = 3;

  /** How many periods contenders have after that. */
  static final int RECOVERY_PERIODS = 4;

  /** Whether the API of External metrics is overloaded after the measured periods. */
  boolean overloads() {
    return population.externalMetrics() > 0;
  }

  int podsPerAutoscaler() {
    return population.pods() / population.autoscalers();
  }
}
