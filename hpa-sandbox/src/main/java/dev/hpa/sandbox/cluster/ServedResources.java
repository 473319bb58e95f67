package dev.hpa.sandbox.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a cluster serves now: the built-in ones, then those of its
 * CustomResourceDefinitions.
 *
 * <p>Thread-safe. A definition is served before the response to its creation is sent.
 */
public final class ServedResources {

  private final List<Consumer<ResourceType>> listeners = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private volatile List<ResourceType> all;

  ServedResources(List<ResourceType> everywhere) {
    this.all = everywhere;
  }

  /** All resources; the same list until something changes. */
  public List<ResourceType> all() {
    return all;
  }

  /** The resource with this group and plural, or null. */
  public @Nullable ResourceType find(String group, String plural) {
    return ResourceTypes.find(all, group, plural);
  }

  /** The resource with this group and kind, or null. */
  public @Nullable ResourceType ofKind(String group, String kind) {
    return ResourceTypes.ofKind(all, group, kind);
  }

  /**
   * Calls the listener for every resource that is served now, and later for each that is served for
   * the first time.
   */
  public void forEach(Consumer<ResourceType> listener) {
    List<ResourceType> now;
    synchronized (this) {
      listeners.add(listener);
      now = all;
    }
    now.forEach(listener);
  }

  /** Serves a custom resource, or replaces its previous definition. */
  void serve(ResourceType custom) {
    added(custom).forEach(listener -> listener.accept(custom));
  }

  /**
   * The listeners to call, outside the lock because they take others; empty for a resource that was
   * served before.
   */
  private synchronized List<Consumer<ResourceType>> added(ResourceType custom) {
    List<ResourceType> now = without(custom.id());
    now.add(custom);
    all = List.copyOf(now);
    return seen.add(custom.id()) ? List.copyOf(listeners) : List.of();
  }

  /** Stops serving a custom resource. */
  synchronized void withdraw(ResourceType custom) {
    all = List.copyOf(without(custom.id()));
  }

  private List<ResourceType> without(String id) {
    List<ResourceType> others = new ArrayList<>(all);
    others.removeIf(type -> type.id().equals(id));
    return others;
  }
}
