package dev.hpa.app.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaVersion;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import java.util.List;
import java.util.Optional;

/**
 * Brings documents into one version: autoscalers, lists of them, and lists of objects with
 * autoscalers among them.
 *
 * @param defaulted whether what the API server fills in on reading is filled in
 * @param skipOthers whether other kinds are left out; otherwise they are errors
 */
record Converter(HpaVersion to, boolean defaulted, boolean skipOthers) {

  /**
   * The document in the version; empty if it is left out.
   *
   * @throws ManifestException if it is no autoscaler, or does not fit the version it names
   */
  Optional<JsonNode> convert(String json) throws ManifestException {
    try {
      return converted(Head.of(json), json);
    } catch (JsonFormatException failure) {
      throw ManifestException.of(failure);
    }
  }

  private Optional<JsonNode> converted(Head head, String json) throws ManifestException {
    if (head.isAutoscaler()) {
      return Optional.of(head.version().convert(json, to, defaulted));
    }
    if (head.isAutoscalerList()) {
      return Optional.of(head.version().convertList(json, to, defaulted));
    }
    if (head.isList()) {
      return Optional.of(objects(head, json));
    }
    if (skipOthers && !head.kind().isEmpty()) {
      return Optional.empty();
    }
    throw new ManifestException(
        "kind", head.description() + ", not a " + HorizontalPodAutoscaler.KIND);
  }

  /** A list of anything stays one, with its items converted. */
  private ObjectNode objects(Head head, String json) throws ManifestException {
    ObjectNode list = Json.tree(json).deepCopy();
    ArrayNode items = list.putArray("items");
    List<String> texts = head.itemsOrEmpty();
    for (int i = 0; i < texts.size(); i++) {
      try {
        convert(texts.get(i)).ifPresent(items::add);
      } catch (ManifestException failure) {
        throw failure.within("items[" + i + "]");
      }
    }
    return list;
  }
}
