package dev.hpa.sandbox.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** All objects of the cluster, by resource. */
public final class Store {

  /**
   * Enough for a watch to be away for a while; what is older is gone, and the watch starts anew.
   */
  private static final int LOG_CAPACITY = 20_000;

  private final AtomicLong revisions = new AtomicLong(1);
  private final Map<String, ResourceStore> resources = new ConcurrentHashMap<>();

  /** The objects of a resource, e.g. {@code apps/deployments} or {@code pods}. */
  public ResourceStore resource(String name) {
    return resources.computeIfAbsent(name, any -> new ResourceStore(revisions, LOG_CAPACITY));
  }

  /** The newest revision. */
  public long revision() {
    return revisions.get();
  }

  /** Forgets all logs up to now; whoever watches from an older revision has to list again. */
  public void compact() {
    long now = revisions.get();
    resources.values().forEach(resource -> resource.compact(now));
  }
}
