package dev.hpa.controller.options;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.JsonStream;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ReadBudget;
import dev.hpa.core.options.OptionKey;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The annotations of namespaces that are options, from a watch of their metadata. Thread-safe. */
public final class NamespaceAnnotations {

  private final Map<String, Map<String, String>> byNamespace = new ConcurrentHashMap<>();

  /** The options of a namespace; empty if it has none. */
  Map<String, String> of(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of());
  }

  /**
   * The watch that fills this; the caller starts and closes it.
   *
   * @param changed receives the name of each namespace whose options have changed
   */
  public Reflector<?> watch(ClusterConnection connection, Consumer<String> changed) {
    return new Reflector<>(
        connection,
        ListRequest.ofMetadata("/api/v1/namespaces", new ApiRequest.Subject("namespaces", "", "")),
        NamespaceAnnotations::read,
        new Sink(changed));
  }

  /** A namespace with its options. */
  private record Annotated(String name, Map<String, String> options) {}

  private static Reflector.Versioned<Annotated> read(JsonParser in) throws IOException {
    JsonNode metadata = JsonStream.lenient(in).tree(ReadBudget.ofObject()).path("metadata");
    Map<String, String> options = new HashMap<>();
    metadata
        .path("annotations")
        .properties()
        .forEach(
            each -> {
              if (each.getKey().startsWith(OptionKey.PREFIX)) {
                options.put(each.getKey(), each.getValue().asText());
              }
            });
    String name = metadata.path("name").asText();
    return new Reflector.Versioned<>(
        "",
        name,
        metadata.path("resourceVersion").asText(),
        new Annotated(name, Collections.unmodifiableMap(options)));
  }

  private final class Sink implements Reflector.Sink<Annotated> {

    private final Consumer<String> changed;

    Sink(Consumer<String> changed) {
      this.changed = changed;
    }

    @Override
    public Map<NamespacedName, RuntimeException> replace(
        List<Annotated> all, List<UnreadableObject> unreadable) {
      Set<String> kept = new HashSet<>();
      for (Annotated namespace : all) {
        put(namespace);
        kept.add(namespace.name());
      }
      for (String known : List.copyOf(byNamespace.keySet())) {
        if (!kept.contains(known)) {
          set(known, Map.of());
        }
      }
      return Map.of();
    }

    private void set(String namespace, Map<String, String> options) {
      Map<String, String> before =
          options.isEmpty() ? byNamespace.remove(namespace) : byNamespace.put(namespace, options);
      if (!options.equals(before == null ? Map.of() : before)) {
        changed.accept(namespace);
      }
    }

    @Override
    public void put(Annotated namespace) {
      set(namespace.name(), namespace.options());
    }

    @Override
    public void remove(Annotated namespace) {
      set(namespace.name(), Map.of());
    }

    /** The options of the namespace stay as they were. */
    @Override
    public void unreadable(UnreadableObject object) {}

    @Override
    public void removeUnreadable(UnreadableObject object) {
      set(object.name(), Map.of());
    }
  }
}
