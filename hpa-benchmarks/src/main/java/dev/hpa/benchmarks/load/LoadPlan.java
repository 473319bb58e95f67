package dev.hpa.benchmarks.load;

import dev.hpa.api.KubernetesVersion;
import dev.hpa.benchmarks.setup.Population;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the runs of all contenders.
 *
 * @param version the release of the sandbox's API server
 * @param period sync period of the contenders
 * @param warmUpPeriods unmeasured periods after the first decision of every autoscaler
 * @param periods number of measured periods
 * @param javaOptions options of the JVM of the sandbox
 * @param overloads whether the API of External metrics is overloaded after the measured periods
 * @param cpuMilli CPU limit of the contenders in milli-CPUs; null without limit
 * @param replicas number of processes of each contender
 */
record LoadPlan(
    Profile profile,
    Population population,
    KubernetesVersion version,
    Duration period,
    int warmUpPeriods,
    int periods,
    List<String> javaOptions,
    boolean overloads,
    @Nullable Integer cpuMilli,
    int replicas) {

  /** The warm-up starts after this number of periods even if some autoscalers are undecided. */
  static final int MAX_PERIODS_TO_BEGIN = 12;

  /** Number of periods in which the API of External metrics is overloaded. */
  static final int OVERLOAD_PERIODS = 3;

  /** Number of periods after the overload. */
  static final int RECOVERY_PERIODS = 4;

  /** Shards for each replica, so that their shares are about equal. */
  private static final int SHARDS_PER_REPLICA = 4;

  int shards() {
    return replicas * SHARDS_PER_REPLICA;
  }

  int podsPerAutoscaler() {
    return population.pods() / population.autoscalers();
  }
}
