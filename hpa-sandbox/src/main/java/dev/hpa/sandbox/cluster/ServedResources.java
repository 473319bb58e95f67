package dev.hpa.sandbox.cluster;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The resources a cluster serves at the moment: those every cluster has, and behind them those its
 * custom resource definitions add.
 *
 * <p>Thread-safe. A definition that was written is served before its writer has the answer.
 */
public final class ServedResources {

  private final List<Consumer<ResourceType>> listeners = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private volatile List<ResourceType> all;

  ServedResources(List<ResourceType> everywhere) {
    this.all = everywhere;
  }

  /** All resources; the same list as long as nothing changes. */
  public List<ResourceType> all() {
    return all;
  }

  /** The resource with this plural that is served in the group, or null. */
  public @Nullable ResourceType find(String group, String plural) {
    return ResourceTypes.find(all, group, plural);
  }

  /** The resource of a kind that is served in the group, or null. */
  public @Nullable ResourceType ofKind(String group, String kind) {
    return ResourceTypes.ofKind(all, group, kind);
  }

  /**
   * Is told every resource that is served now, and later each that is served for the first time.
   */
  public void forEach(Consumer<ResourceType> listener) {
    List<ResourceType> now;
    synchronized (this) {
      listeners.add(listener);
      now = all;
    }
    now.forEach(listener);
  }

  /** Serves a custom resource from now on, in place of what it was before. */
  void serve(ResourceType custom) {
    added(custom).forEach(listener -> listener.accept(custom));
  }

  /** Those who have not heard of it; they are told without a lock, because they take others. */
  private synchronized List<Consumer<ResourceType>> added(ResourceType custom) {
    List<ResourceType> now = without(custom.id());
    now.add(custom);
    all = List.copyOf(now);
    return seen.add(custom.id()) ? List.copyOf(listeners) : List.of();
  }

  /** Serves a custom resource no longer. */
  synchronized void withdraw(ResourceType custom) {
    all = List.copyOf(without(custom.id()));
  }

  private List<ResourceType> without(String id) {
    List<ResourceType> others = new ArrayList<>(all);
    others.removeIf(type -> type.id().equals(id));
    return others;
  }
}
