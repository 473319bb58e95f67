package dev.hpa.sandbox.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.sandbox.cluster.StatusException;

/** Converts objects and lists to PartialObjectMetadata. */
public final class PartialMetadataConverter {

  private static final String KIND = "PartialObjectMetadata";

  private PartialMetadataConverter() {}

  /** Converts a response if the client accepts this shape. */
  public static ApiResponse.Whole of(ApiResponse.Whole whole, ContentNegotiation accepted) {
    boolean isWanted =
        accepted.shape() == ContentNegotiation.Shape.PARTIAL
            || accepted.shape() == ContentNegotiation.Shape.PARTIAL_LIST;
    if (!isWanted || whole.code() >= 300 || !whole.contentType().equals(ApiResponse.JSON)) {
      return whole;
    }
    ObjectNode tree = (ObjectNode) Json.tree(whole.body());
    if (tree.path("kind").asText().equals("Status")) {
      return whole;
    }
    boolean isList = tree.has("items");
    if (isList != (accepted.shape() == ContentNegotiation.Shape.PARTIAL_LIST)) {
      throw StatusException.of(
          406,
          "NotAcceptable",
          "a %s was asked for where there %s"
              .formatted(isList ? KIND : KIND + "List", isList ? "is a list" : "is one object"));
    }
    String version = accepted.version();
    return ApiResponse.json(whole.code(), isList ? list(tree, version) : object(tree, version));
  }

  private static ObjectNode list(ObjectNode whole, String version) {
    ObjectNode list = typed(KIND + "List", version);
    list.set("metadata", whole.path("metadata"));
    ArrayNode items = list.putArray("items");
    whole.path("items").forEach(item -> items.add(object(item, version)));
    return list;
  }

  /**
   * The metadata of an object.
   *
   * @param version the version of the shape, such as {@code v1}
   */
  public static ObjectNode object(JsonNode whole, String version) {
    ObjectNode object = typed(KIND, version);
    object.set("metadata", whole.path("metadata"));
    return object;
  }

  private static ObjectNode typed(String kind, String version) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", kind)
        .put("apiVersion", "meta.k8s.io/" + version);
  }
}
