package dev.hpa.controller.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.controller.shards.Shard;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ConfigMaps of the checkpoint of a shard. Thread-safe. */
final class CheckpointStore {

  private static final String CORE = "/api/v1";
  private static final String COMPONENT = "state";
  private static final String CONFIG_MAPS = "configmaps";
  private static final String METADATA = "metadata";

  private final KubernetesApi api;
  private final String namespace;
  private final String prefix;

  /**
   * @param settings names the namespace and the Lease
   */
  CheckpointStore(KubernetesApi api, StateSettings settings, Shard shard) {
    this.api = api;
    this.namespace = settings.namespace();
    this.prefix =
        settings.lease() + "-" + COMPONENT + "-" + shard.index() + "-of-" + shard.count() + "-";
  }

  /** Namespace and name of a ConfigMap, for messages. */
  String key(int part) {
    return namespace + "/" + name(part);
  }

  /** The name of a ConfigMap, such as {@code kube-controller-manager-state-0-of-1-0}. */
  private String name(int part) {
    return prefix + part;
  }

  /** The ConfigMap of a part; null if there is none. */
  @Nullable ObjectNode read(int part) throws KubernetesApiException {
    try {
      return api.call(
          ApiRequest.get(
              ApiRequest.pathOf(CORE, namespace, CONFIG_MAPS, name(part)),
              Map.of(),
              subject(name(part))),
          body -> object(Json.tree(body.readNBytes(Limit.TREE_BYTES.asInt()))));
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return null;
      }
      throw failure;
    }
  }

  private static ObjectNode object(JsonNode tree) {
    if (tree instanceof ObjectNode object && tree.path(METADATA).isObject()) {
      return object;
    }
    throw new IllegalArgumentException("the response is not a ConfigMap");
  }

  /**
   * Creates or replaces the ConfigMap of a part.
   *
   * @param known the metadata of the ConfigMap to replace; null to create one
   * @param fields data and binaryData
   * @return the metadata of the stored ConfigMap
   */
  ObjectNode write(int part, @Nullable ObjectNode known, ObjectNode fields)
      throws KubernetesApiException {
    ObjectNode metadata = known == null ? JsonNodeFactory.instance.objectNode() : known.deepCopy();
    metadata.put("name", name(part)).put("namespace", namespace).remove("managedFields");
    metadata
        .withObjectProperty("labels")
        .put("app.kubernetes.io/managed-by", "hpa-controller")
        .put("app.kubernetes.io/component", COMPONENT);
    ObjectNode configMap = JsonNodeFactory.instance.objectNode();
    configMap.put("apiVersion", "v1").put("kind", "ConfigMap").set(METADATA, metadata);
    configMap.setAll(fields);
    return api.call(
        request(part, known != null, configMap),
        body -> (ObjectNode) object(Json.tree(body.readAllBytes())).path(METADATA));
  }

  /** The response is not needed; its metadata is. */
  private ApiRequest request(int part, boolean exists, ObjectNode configMap) {
    return new ApiRequest(
        exists ? "PUT" : "POST",
        exists
            ? ApiRequest.pathOf(CORE, namespace, CONFIG_MAPS, name(part))
            : ApiRequest.pathOf(CORE, namespace, CONFIG_MAPS),
        Map.of(),
        subject(exists ? name(part) : ""),
        ApiRequest.ResponseFormat.METADATA,
        "application/json",
        Json.write(configMap));
  }

  private static ApiRequest.Subject subject(String name) {
    return new ApiRequest.Subject(CONFIG_MAPS, "", name);
  }
}
