package dev.hpa.controller;

import dev.hpa.controller.events.EventRecorder;
import dev.hpa.controller.events.ObjectReference;
import dev.hpa.controller.metrics.ShardMetrics;
import dev.hpa.controller.shards.Shard;
import dev.hpa.controller.shards.ShardListener;
import dev.hpa.core.HpaEvent;
import dev.hpa.kube.leader.Lease;
import java.time.Duration;

/**
 * Reports what happens to shards: metrics, and the events of leader election about their Leases.
 */
final class ShardReports implements ShardListener {

  private final String component;
  private final String identity;
  private final EventRecorder events;
  private final ShardMetrics metrics;

  /**
   * @param events not limited by the shards, because Leases belong to none of them
   */
  ShardReports(String component, String identity, EventRecorder events, ShardMetrics metrics) {
    this.component = component;
    this.identity = identity;
    this.events = events;
    this.metrics = metrics;
  }

  @Override
  public void acquired(Shard shard, Acquired from, Lease lease) {
    metrics.acquired(shard, from);
    events.record(
        ObjectReference.to("coordination.k8s.io/v1", "Lease", lease.metadata()),
        component,
        new HpaEvent(HpaEvent.Type.NORMAL, "LeaderElection", identity + " became leader"));
  }

  @Override
  public void ended(Shard shard, Ended reason, Duration took) {
    metrics.ended(shard, reason, took);
  }
}
