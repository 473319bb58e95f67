package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Deletes Events 1 hour after their last update, like the TTL of etcd. As all have the same TTL,
 * the first in the queue expires next, and one scheduled task is enough.
 */
final class EventExpiry {

  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private final Cluster cluster;
  private final Queue<Entry> entries = new ArrayDeque<>();

  EventExpiry(Cluster cluster) {
    this.cluster = cluster;
  }

  void apply(Change change) {
    StoredObject after = change.after();
    if (after == null) {
      return;
    }
    entries.add(
        new Entry(after.key(), after.revision(), cluster.timeline().now().plus(TIME_TO_LIVE)));
    if (entries.size() == 1) {
      cluster.timeline().schedule(TIME_TO_LIVE, this::expire);
    }
  }

  private void expire() {
    Instant now = cluster.timeline().now();
    Entry first = entries.peek();
    while (first != null && !first.due().isAfter(now)) {
      entries.remove();
      long revision = first.revision();
      // An event that was updated since then has a later entry.
      cluster
          .objects(ResourceTypes.EVENTS)
          .remove(first.key(), event -> event.revision() == revision);
      first = entries.peek();
    }
    if (first != null) {
      cluster.timeline().schedule(Duration.between(now, first.due()), this::expire);
    }
  }

  private record Entry(ObjectKey key, long revision, Instant due) {}
}
