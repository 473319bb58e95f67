package dev.hpa.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.manifests.DocumentHeader;
import dev.hpa.cli.manifests.ManifestException;
import java.util.List;
import java.util.Optional;

/**
 * Brings documents into one version: autoscalers, lists of them, and lists of objects with
 * autoscalers among them.
 *
 * @param defaulted whether what the API server fills in on reading is filled in
 * @param skipOthers whether other kinds are omitted; otherwise they stay as they are
 */
public record Converter(HpaVersion to, boolean defaulted, boolean skipOthers) {

  /**
   * The document in the version; empty if it is omitted.
   *
   * @throws ManifestException if it has no kind, or does not fit the version it names
   */
  public Optional<JsonNode> convert(String json) throws ManifestException {
    try {
      return converted(DocumentHeader.of(json), json);
    } catch (JsonFormatException failure) {
      throw ManifestException.of(failure);
    }
  }

  private Optional<JsonNode> converted(DocumentHeader head, String json) throws ManifestException {
    if (head.isAutoscaler()) {
      return Optional.of(head.version().convert(json, to, defaulted));
    }
    if (head.isAutoscalerList()) {
      return Optional.of(head.version().convertList(json, to, defaulted));
    }
    if (head.isList()) {
      return Optional.of(objects(head, json));
    }
    if (head.kind().isEmpty()) {
      throw new ManifestException(
          "kind", "is missing; a manifest has one, such as " + HorizontalPodAutoscaler.KIND);
    }
    return skipOthers ? Optional.empty() : Optional.of(Json.tree(json));
  }

  /**
   * Whether the document is written as it is: no autoscaler is in it, and nothing is omitted.
   *
   * @throws ManifestException if the text is no JSON object
   */
  boolean leavesAsIs(String json) throws ManifestException {
    DocumentHeader head = DocumentHeader.of(json);
    if (skipOthers || head.kind().isEmpty() || head.isAutoscaler() || head.isAutoscalerList()) {
      return false;
    }
    for (String item : head.isList() ? head.itemsOrEmpty() : List.<String>of()) {
      if (!leavesAsIs(item)) {
        return false;
      }
    }
    return true;
  }

  /** A list of anything stays one, with its items converted. */
  private ObjectNode objects(DocumentHeader head, String json) throws ManifestException {
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
