package dev.hpa.controller.cache;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.JsonStream;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ReadBudget;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the objects of a watch, by name. An object that cannot be decoded stays as it
 * was. Thread-safe.
 */
public final class WatchedObjects<T> {

  private final Map<NamespacedName, T> byName = new ConcurrentHashMap<>();
  private final Function<JsonNode, @Nullable T> kept;

  /**
   * @param kept what is kept of an object; null for nothing
   */
  public WatchedObjects(Function<JsonNode, @Nullable T> kept) {
    this.kept = kept;
  }

  /** The value of an object; null for none. The namespace of an object without one is empty. */
  public @Nullable T get(NamespacedName name) {
    return byName.get(name);
  }

  Map<NamespacedName, T> all() {
    return byName;
  }

  /**
   * The watch that fills this; the caller starts and closes it.
   *
   * @param changed receives the name of each object whose value has changed
   */
  public Reflector<?> watch(
      ClusterConnection connection,
      ListRequest all,
      NamespaceScope scope,
      Consumer<NamespacedName> changed) {
    return new Reflector<>(
        connection,
        all,
        in -> {
          JsonNode object = JsonStream.lenient(in).tree(ReadBudget.ofObject());
          JsonNode metadata = object.path("metadata");
          NamespacedName name =
              new NamespacedName(
                  metadata.path("namespace").asText(), metadata.path("name").asText());
          return new Reflector.Versioned<>(
              name.namespace(),
              name.name(),
              metadata.path("resourceVersion").asText(),
              new Named<>(name, kept.apply(object)));
        },
        new Sink(changed),
        scope);
  }

  private record Named<T>(NamespacedName name, @Nullable T value) {}

  private final class Sink implements Reflector.Sink<Named<T>> {

    private final Consumer<NamespacedName> changed;

    Sink(Consumer<NamespacedName> changed) {
      this.changed = changed;
    }

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<Named<T>> all, List<UnreadableObject> unreadable) {
      Set<NamespacedName> listed = new HashSet<>();
      for (Named<T> each : all) {
        put(each);
        listed.add(each.name());
      }
      for (NamespacedName known : List.copyOf(byName.keySet())) {
        if (!listed.contains(known)) {
          set(known, null);
        }
      }
      return Map.of();
    }

    private void set(NamespacedName name, @Nullable T value) {
      T before = value == null ? byName.remove(name) : byName.put(name, value);
      if (!Objects.equals(value, before)) {
        changed.accept(name);
      }
    }

    @Override
    public void put(Named<T> object) {
      set(object.name(), object.value());
    }

    @Override
    public void remove(Named<T> object) {
      set(object.name(), null);
    }

    @Override
    public void unreadable(UnreadableObject object) {}

    @Override
    public void removeUnreadable(UnreadableObject object) {
      set(object.key(), null);
    }

    @Override
    public void drop(NamespaceScope namespaces) {
      byName
          .keySet()
          .removeIf(each -> !each.namespace().isEmpty() && namespaces.contains(each.namespace()));
    }
  }
}
