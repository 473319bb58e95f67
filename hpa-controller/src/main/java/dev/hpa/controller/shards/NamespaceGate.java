package dev.hpa.controller.shards;

import dev.hpa.kube.client.NamespaceScope;

/** The namespaces for which this replica is responsible. Thread-safe. */
public interface NamespaceGate extends NamespaceScope {

  /** All namespaces; for a controller without shards. */
  NamespaceGate ALL =
      new NamespaceGate() {
        @Override
        public boolean contains(String namespace) {
          return true;
        }

        @Override
        public boolean enter(String namespace) {
          return true;
        }

        @Override
        public void leave(String namespace) {}
      };

  /** The scope of watches. */
  default NamespaceScope scope() {
    return equals(ALL) ? NamespaceScope.ALL : this;
  }

  /** Begins a reconcile, if this replica decides about the namespace; {@link #leave} ends it. */
  boolean enter(String namespace);

  /** Ends a reconcile. */
  void leave(String namespace);
}
