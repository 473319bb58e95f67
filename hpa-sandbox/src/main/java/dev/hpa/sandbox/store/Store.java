package dev.hpa.sandbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** All objects of the cluster, by resource. */
public final class Store {

  /**
   * Enough for a watch to be away for a while; what is older is gone, and the watch starts anew.
   */
  private static final int LOG_CAPACITY = 20_000;

  private final AtomicLong revisions = new AtomicLong(1);
  private final Map<String, ResourceStore> resources = new ConcurrentHashMap<>();

  /** Nothing is known of what happened up to then. */
  private volatile long beginning;

  /** The objects of a resource, e.g. {@code apps/deployments} or {@code pods}. */
  public ResourceStore resource(String name) {
    return resources.computeIfAbsent(name, any -> fresh());
  }

  private ResourceStore fresh() {
    ResourceStore resource = new ResourceStore(revisions, LOG_CAPACITY);
    resource.compact(beginning);
    return resource;
  }

  /** The names of the resources there have been objects of, in order. */
  public List<String> names() {
    return resources.keySet().stream().sorted().toList();
  }

  /**
   * Does something while nobody else writes.
   *
   * @param first the resource under whose lock others are written, so that its lock is taken first
   */
  public <T> T frozen(String first, Supplier<T> work) {
    Supplier<T> next = work;
    for (String name : names()) {
      Supplier<T> within = next;
      next = name.equals(first) ? within : () -> resource(name).locked(within);
    }
    return resource(first).locked(next);
  }

  /**
   * Puts objects back as they were; to be called while there are none. Whoever watches from before
   * has to list again.
   *
   * @param revision the newest one
   * @param objects as JSON, by the names of their resources
   */
  public void restore(long revision, Map<String, List<byte[]>> objects) {
    revisions.set(revision);
    beginning = revision;
    compact();
    objects.forEach(
        (name, all) -> all.forEach(json -> restore(name, (ObjectNode) Json.tree(json))));
  }

  private void restore(String name, ObjectNode tree) {
    JsonNode metadata = tree.path("metadata");
    ObjectKey key =
        new ObjectKey(metadata.path("namespace").asText(""), metadata.path("name").asText());
    resource(name).restore(key, tree);
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
