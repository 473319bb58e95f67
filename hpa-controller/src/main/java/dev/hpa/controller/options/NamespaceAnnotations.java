package dev.hpa.controller.options;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.cache.WatchedObjects;
import dev.hpa.core.options.OptionKey;
import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.ListRequest;
import dev.hpa.kube.client.NamespaceScope;
import dev.hpa.kube.client.Reflector;
import dev.hpa.spi.ApiRequest;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The annotations of namespaces that are options, from a watch of their metadata. Thread-safe. */
public final class NamespaceAnnotations {

  private final WatchedObjects<Map<String, String>> namespaces =
      new WatchedObjects<>(NamespaceAnnotations::options);

  /** The options of a namespace; empty if it has none. */
  Map<String, String> of(String namespace) {
    Map<String, String> options = namespaces.get(new NamespacedName("", namespace));
    return options == null ? Map.of() : options;
  }

  /**
   * The watch that fills this; the caller starts and closes it.
   *
   * @param changed receives the name of each namespace whose options have changed
   */
  public Reflector<?> watch(ClusterConnection connection, Consumer<String> changed) {
    return namespaces.watch(
        connection,
        ListRequest.ofMetadata("/api/v1/namespaces", new ApiRequest.Subject("namespaces", "", "")),
        NamespaceScope.ALL,
        namespace -> changed.accept(namespace.name()));
  }

  private static @Nullable Map<String, String> options(JsonNode namespace) {
    Map<String, String> options = new HashMap<>();
    namespace
        .at("/metadata/annotations")
        .properties()
        .forEach(
            each -> {
              if (each.getKey().startsWith(OptionKey.PREFIX)) {
                options.put(each.getKey(), each.getValue().asText());
              }
            });
    return options.isEmpty() ? null : Collections.unmodifiableMap(options);
  }
}
