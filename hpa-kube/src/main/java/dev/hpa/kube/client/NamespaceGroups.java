package dev.hpa.kube.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the namespaces of which a list that is not read to its end has all objects. An API server
 * lists objects in the order of their keys, which begin with the namespace, so that a namespace is
 * complete when an object of another one follows. Used by one thread.
 */
final class NamespaceGroups {

  private final Set<String> seen = new HashSet<>();
  private final List<String> complete = new ArrayList<>();
  private @Nullable String current;
  private boolean isGrouped = true;

  /**
   * The next object of the list is in this namespace.
   *
   * @param namespace empty if unknown, as of an object whose name cannot be decoded
   */
  void next(String namespace) {
    if (namespace.isEmpty() || namespace.equals(current)) {
      return;
    }
    if (!seen.add(namespace)) {
      isGrouped = false;
    }
    if (current != null) {
      complete.add(current);
    }
    current = namespace;
  }

  /**
   * The namespaces that became complete since the last call; none once the list has returned to a
   * namespace, because then the order of keys does not apply.
   */
  List<String> takeComplete() {
    List<String> taken = isGrouped ? List.copyOf(complete) : List.of();
    complete.clear();
    return taken;
  }
}
