package dev.hpa.controller.shards;

import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.WriteFence;
import java.time.Duration;

/**
 * What this replica may do in which namespace: keep its objects, begin reconciles, and write.
 * Thread-safe.
 */
public interface NamespaceAccess extends WriteFence {

  /** The namespaces whose objects are kept. */
  NamespaceScope scope();

  /** Begins a reconcile, if this replica decides about the namespace; {@link #leave} ends it. */
  boolean enter(String namespace);

  /** Ends a reconcile. */
  void leave(String namespace);

  /** The fence of objects that belong to a shard whatever their namespace, such as its state. */
  WriteFence fence(Shard shard);

  /** The access of a replica that is responsible for all namespaces, and writes within a fence. */
  static NamespaceAccess undivided(WriteFence fence) {
    return new Undivided(fence, NamespaceScope.ALL);
  }

  /** The access to one namespace. */
  static NamespaceAccess only(String namespace, WriteFence fence) {
    return new Undivided(fence, NamespaceScope.only(namespace));
  }

  /** All namespaces, or one. */
  record Undivided(WriteFence fence, NamespaceScope scope) implements NamespaceAccess {

    @Override
    public boolean enter(String namespace) {
      return scope.contains(namespace);
    }

    @Override
    public void leave(String namespace) {}

    @Override
    public WriteFence fence(Shard shard) {
      return fence;
    }

    @Override
    public Duration remaining(String namespace) {
      return fence.remaining(namespace);
    }

    @Override
    public void begin(String namespace) {
      fence.begin(namespace);
    }

    @Override
    public void end(String namespace) {
      fence.end(namespace);
    }
  }
}
