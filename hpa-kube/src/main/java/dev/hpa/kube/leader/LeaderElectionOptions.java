package dev.hpa.kube.leader;

import java.time.Duration;

/**
 * Leader election settings.
 *
 * @param enabled false if this process is the only one and writes immediately
 * @param leaseDuration time that other replicas wait after the last observed renewal; longer than
 *     the renew deadline
 * @param renewDeadline time in which the leader retries a renewal before it gives up; longer than
 *     1.2 retry periods
 * @param retryPeriod time between attempts; positive
 * @param name name of the Lease
 * @param namespace namespace of the Lease
 */
public record LeaderElectionOptions(
    boolean enabled,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod,
    String name,
    String namespace) {

  /** The defaults of kube-controller-manager. */
  public static final LeaderElectionOptions DEFAULTS =
      new LeaderElectionOptions(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "kube-controller-manager",
          "kube-system");
}
