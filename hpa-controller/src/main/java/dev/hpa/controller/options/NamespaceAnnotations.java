package dev.hpa.controller.options;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.core.options.OptionKey;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The annotations of namespaces that are options, from a watch of their metadata. Thread-safe. */
public final class NamespaceAnnotations {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Map<String, String>> byNamespace = new ConcurrentHashMap<>();

  /** The options of a namespace; empty if it has none. */
  Map<String, String> of(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of());
  }

  /** The watch that fills this; the caller starts and closes it. */
  public Reflector<?> watch(ClusterConnection connection) {
    return Reflector.ofMetadata(
        connection,
        "/api/v1/namespaces",
        new ApiRequest.Subject("namespaces", "", ""),
        NamespaceAnnotations::read,
        new Sink());
  }

  /** A namespace with its options. */
  private record Annotated(String name, Map<String, String> options) {}

  private static Reflector.Versioned<Annotated> read(JsonParser in) throws IOException {
    JsonNode metadata = JSON.<JsonNode>readTree(in).path("metadata");
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
        new Annotated(name, Map.copyOf(options)));
  }

  private final class Sink implements Reflector.Sink<Annotated> {

    @Override
    public void replace(List<Annotated> all, List<UnreadableObject> unreadable) {
      Set<String> kept = new HashSet<>();
      for (Annotated namespace : all) {
        put(namespace);
        kept.add(namespace.name());
      }
      byNamespace.keySet().retainAll(kept);
    }

    @Override
    public void put(Annotated namespace) {
      if (namespace.options().isEmpty()) {
        byNamespace.remove(namespace.name());
      } else {
        byNamespace.put(namespace.name(), namespace.options());
      }
    }

    @Override
    public void remove(Annotated namespace) {
      byNamespace.remove(namespace.name());
    }

    /** The options of the namespace stay as they were. */
    @Override
    public void unreadable(UnreadableObject object) {}

    @Override
    public void removeUnreadable(UnreadableObject object) {
      byNamespace.remove(object.name());
    }
  }
}
