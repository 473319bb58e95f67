package dev.hpa.controller.shards;

import dev.hpa.kube.leader.LeaderElectionOptions;
import java.time.Duration;

/**
 * The settings of shards.
 *
 * @param count the number of shards, from 1 to 64
 * @param election durations, and the name and the namespace of the Leases
 */
public record ShardOptions(int count, LeaderElectionOptions election) {

  /** The largest number of shards: each costs a renewal per retry period. */
  public static final int MAX = 64;

  /** Part of the lease duration that the clocks of two replicas may differ by at its end. */
  private static final int MARGIN = 30;

  /**
   * @throws IllegalArgumentException if the count is out of range
   */
  public ShardOptions {
    if (count < 1 || count > MAX) {
      throw new IllegalArgumentException(
          "shards: \"%d\" is out of range; set a number from 1 to %d".formatted(count, MAX));
    }
  }

  Duration retryPeriod() {
    return election.retryPeriod();
  }

  /** How old a Lease is when the replica that owns it, or shares it, renews it. */
  Duration renewalAge() {
    return retryPeriod().multipliedBy(3).dividedBy(4);
  }

  /** How long a holder writes after its last renewal. */
  Duration writeTime() {
    Duration lease = Duration.ofSeconds(election.leaseDuration().toSeconds());
    return lease.minus(lease.dividedBy(MARGIN));
  }
}
