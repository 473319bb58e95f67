package dev.hpa.benchmarks.failover;

import dev.hpa.benchmarks.setup.Population;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the runs of all controllers.
 *
 * @param population the objects of the sandbox
 * @param cluster an existing cluster instead of a sandbox; null for a sandbox
 * @param replicas number of processes
 * @param faults the faults, in turn
 * @param length how long faults are injected
 * @param period sync period of the controllers
 * @param leaseDuration duration of the controllers' Leases
 * @param retryPeriod how often the controllers try to acquire a Lease
 * @param javaOptions options of the JVM of the sandbox
 */
record FailoverPlan(
    Population population,
    @Nullable ExistingCluster cluster,
    int replicas,
    List<FaultKind> faults,
    Duration length,
    Duration period,
    Duration leaseDuration,
    Duration retryPeriod,
    List<String> javaOptions) {

  /** An API server that other tools have started. */
  record ExistingCluster(List<Path> kubeconfigs, List<String> users, Path auditLog) {}

  /** Shards for each replica, so that a lost one is divided among all others. */
  private static final int SHARDS_PER_REPLICA = 4;

  /** What starting caches and threads may take in addition to what Leases take. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(3);

  int shards() {
    return replicas * SHARDS_PER_REPLICA;
  }

  /** After a fault: until every autoscaler has been decided again. */
  Duration recovery() {
    return leaseDuration.plus(retryPeriod).plus(period.multipliedBy(2));
  }

  /** The longest time beyond the sync period that an autoscaler may be undecided. */
  Duration longestAllowed() {
    return leaseDuration.plus(retryPeriod).plus(ALLOWANCE);
  }
}
