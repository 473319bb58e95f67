package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.stage.Population;
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

  int podsPerAutoscaler() {
    return population.pods() / population.autoscalers();
  }
}
