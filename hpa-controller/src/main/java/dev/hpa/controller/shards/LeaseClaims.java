package dev.hpa.controller.shards;

import dev.hpa.api.time.Timeline;
import dev.hpa.kube.leader.LeaseClaim;
import dev.hpa.kube.leader.LeaseNamespace;

/** Creates claims to the Leases of the election's namespace. */
record LeaseClaims(LeaseNamespace namespace, ShardOptions options, Timeline timeline) {

  /**
   * @param holder the identity to write
   */
  LeaseClaim of(String name, String holder) {
    return new LeaseClaim(
        namespace.lock(name), holder, options.election().leaseDuration(), timeline);
  }
}
