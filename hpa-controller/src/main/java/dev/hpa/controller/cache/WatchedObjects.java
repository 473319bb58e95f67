package dev.hpa.controller.cache;

import dev.hpa.api.NamespacedName;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Objects by namespace and name, from a watch that starts on first use. An object that cannot be
 * decoded is left out. Thread-safe.
 */
final class WatchedObjects<T> implements Reflector.Sink<T> {

  private final Function<T, NamespacedName> key;
  private final Reflector<T> watch;
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Map<String, Map<String, T>> byNamespace = new ConcurrentHashMap<>();

  /**
   * @param key the name of an object; its namespace is empty for objects without one
   */
  WatchedObjects(
      ClusterConnection connection,
      ListRequest all,
      Reflector.Decoder<T> decoder,
      Function<T, NamespacedName> key,
      NamespaceScope scope) {
    this.key = key;
    this.watch = new Reflector<>(connection, all, decoder, this, scope);
  }

  /** The watch, open or not. */
  Reflector<T> watch() {
    return watch;
  }

  /** Starts the watch unless it is started; returns at once. */
  void follow() {
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      watch.start();
    }
  }

  /** The objects of a namespace as last known, by name. */
  Map<String, T> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of());
  }

  @Override
  public Map<NamespacedName, RuntimeException> replace(
      List<T> all, List<UnreadableObject> unreadable) {
    Map<String, Set<String>> kept = new HashMap<>();
    for (T object : all) {
      NamespacedName name = key.apply(object);
      kept.computeIfAbsent(name.namespace(), any -> new HashSet<>()).add(name.name());
      put(object);
    }
    byNamespace.forEach(
        (namespace, objects) -> objects.keySet().retainAll(kept.getOrDefault(namespace, Set.of())));
    byNamespace.keySet().retainAll(kept.keySet());
    return Map.of();
  }

  @Override
  public void put(T object) {
    NamespacedName name = key.apply(object);
    byNamespace
        .computeIfAbsent(name.namespace(), any -> new ConcurrentHashMap<>())
        .put(name.name(), object);
  }

  @Override
  public void remove(T object) {
    remove(key.apply(object));
  }

  private void remove(NamespacedName name) {
    byNamespace.computeIfPresent(
        name.namespace(),
        (namespace, objects) -> {
          objects.remove(name.name());
          return objects.isEmpty() ? null : objects;
        });
  }

  @Override
  public void unreadable(UnreadableObject object) {
    remove(object.key());
  }

  @Override
  public void removeUnreadable(UnreadableObject object) {
    remove(object.key());
  }

  @Override
  public void drop(NamespaceScope namespaces) {
    byNamespace.keySet().removeIf(namespaces::contains);
  }
}
