package dev.hpa.sandbox.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** All objects of the cluster, by resource. */
public final class Store {

  /** The number of changes to keep; watches that fall further behind must list again. */
  private static final int LOG_CAPACITY = 20_000;

  private final AtomicLong revisions = new AtomicLong(1);
  private final Map<String, ResourceStore> resources = new ConcurrentHashMap<>();

  /** The objects of a resource, e.g. {@code apps/deployments} or {@code pods}. */
  public ResourceStore resource(String name) {
    return resources.computeIfAbsent(name, any -> new ResourceStore(revisions, LOG_CAPACITY));
  }

  /** The latest revision. */
  public long revision() {
    return revisions.get();
  }

  /** Drops all logs, like an etcd compaction; watches from earlier revisions must list again. */
  public void compact() {
    long now = revisions.get();
    resources.values().forEach(resource -> resource.compact(now));
  }
}
