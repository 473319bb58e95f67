package dev.hpa.kube.leader;

import java.time.Duration;

/**
 * How controllers agree on one of them.
 *
 * @param enabled false: this one is alone and writes at once
 * @param leaseDuration how long others wait after the last renewal they saw; longer than the
 *     deadline
 * @param renewDeadline how long a leader tries to renew before it gives up; longer than 1.2 retry
 *     periods
 * @param retryPeriod from one attempt to the next, positive
 * @param name of the Lease
 * @param namespace of the Lease
 */
public record LeaderElectionOptions(
    boolean enabled,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod,
    String name,
    String namespace) {

  /** Upstream's defaults. */
  public static final LeaderElectionOptions DEFAULTS =
      new LeaderElectionOptions(
          true,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          "kube-controller-manager",
          "kube-system");
}
