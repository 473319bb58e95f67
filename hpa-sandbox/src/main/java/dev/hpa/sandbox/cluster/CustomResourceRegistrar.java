package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.sandbox.cluster.ResourceType.ScalePaths;
import dev.hpa.sandbox.cluster.ResourceType.SelectorForm;
import dev.hpa.sandbox.cluster.ResourceType.Version;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.store.StoredObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves the resources that CustomResourceDefinitions define. Versions differ in their names only:
 * the subresources and printer columns of the storage version apply to all.
 */
final class CustomResourceRegistrar {

  private final Store store;
  private final ServedResources served;

  CustomResourceRegistrar(Store store, ServedResources served) {
    this.store = store;
    this.served = served;
  }

  /**
   * Applies a changed definition. Deleting a definition deletes its objects. No thread holds the
   * lock of a custom resource while it waits for the lock of the definitions.
   */
  void apply(Change change) {
    StoredObject after = change.after();
    if (after != null) {
      served.serve(type(after.tree()));
    } else {
      ResourceType removed = type(change.last().tree());
      served.withdraw(removed);
      var objects = store.resource(removed.id());
      List.copyOf(objects.in("")).forEach(object -> objects.remove(object.key(), any -> true));
    }
  }

  /** The resource that a definition defines. */
  static ResourceType type(ObjectNode definition) {
    JsonNode spec = definition.path("spec");
    JsonNode names = spec.path("names");
    JsonNode stored = storedVersion(spec);
    boolean hasStatus = stored.path("subresources").has("status");
    return new ResourceType(
        spec.path("group").asText(),
        versions(spec),
        names.path("plural").asText(),
        names.path("singular").asText(),
        names.path("kind").asText(),
        spec.path("scope").asText().equals("Namespaced"),
        strings(names.path("shortNames")),
        strings(names.path("categories")),
        hasStatus,
        scale(stored.path("subresources").path("scale")),
        new CustomResourceStrategy(hasStatus));
  }

  private static JsonNode storedVersion(JsonNode spec) {
    for (JsonNode version : spec.path("versions")) {
      if (version.path("storage").asBoolean()) {
        return version;
      }
    }
    return spec.path("versions").path(0);
  }

  /** The served versions, and the storage version even when it is not served. */
  private static List<Version> versions(JsonNode spec) {
    List<Version> versions = new ArrayList<>();
    for (JsonNode version : spec.path("versions")) {
      boolean stored = version.path("storage").asBoolean();
      if (stored || version.path("served").asBoolean()) {
        versions.add(
            Version.custom(
                new ApiGroupVersion(spec.path("group").asText(), version.path("name").asText()),
                stored));
      }
    }
    versions.sort(Comparator.comparing(Version::name, VersionOrder.PREFERRED_FIRST));
    return List.copyOf(versions);
  }

  private static @Nullable ScalePaths scale(JsonNode scale) {
    if (!scale.isObject()) {
      return null;
    }
    String selector = scale.path("labelSelectorPath").asText("");
    return new ScalePaths(
        pointer(scale.path("specReplicasPath").asText()),
        pointer(scale.path("statusReplicasPath").asText()),
        selector.isEmpty() ? null : pointer(selector),
        SelectorForm.TEXT);
  }

  /** Converts a path with dots, such as {@code .spec.replicas}. */
  private static JsonPointer pointer(String path) {
    return JsonPointer.compile(path.replace("~", "~0").replace("/", "~1").replace('.', '/'));
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asText()));
    return List.copyOf(strings);
  }
}
