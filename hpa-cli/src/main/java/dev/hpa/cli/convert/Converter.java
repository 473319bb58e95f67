package dev.hpa.cli.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.cli.manifests.DocumentHeader;
import dev.hpa.cli.manifests.ManifestException;
import dev.hpa.cli.manifests.RemovedVersions;
import dev.hpa.cli.manifests.StrictErrors;
import dev.hpa.cli.manifests.ValidationError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Converts documents to one version: autoscalers, lists of autoscalers, and lists that contain
 * autoscalers.
 *
 * @param release the Kubernetes version that drops the fields it does not know
 * @param defaulted whether to set the defaults of the API server
 * @param skipOthers whether other kinds are omitted; otherwise they are copied unchanged
 */
public record Converter(
    HpaVersion to, KubernetesVersion release, boolean defaulted, boolean skipOthers) {

  /**
   * The converted document; empty if it is omitted.
   *
   * @throws ManifestException if it has no kind, or does not match its version
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
      return Optional.of(
          withStatusOf(Json.tree(json), head.version().convert(json, to, defaulted, release)));
    }
    if (head.isAutoscalerList()) {
      JsonNode list = head.version().convertList(json, to, defaulted, release);
      JsonNode given = Json.tree(json).path("items");
      for (int i = 0; i < list.path("items").size(); i++) {
        withStatusOf(given.path(i), list.path("items").get(i));
      }
      return Optional.of(list);
    }
    if (head.isList()) {
      return Optional.of(objects(head, json));
    }
    if (head.kind().isEmpty()) {
      throw new ManifestException(
          "kind", "is missing; set a kind, such as " + HorizontalPodAutoscaler.KIND);
    }
    return skipOthers ? Optional.empty() : Optional.of(Json.tree(json));
  }

  /** The API server adds an empty status, which a manifest does not need. */
  private static JsonNode withStatusOf(JsonNode given, JsonNode converted) {
    boolean isEmpty =
        converted
            .path("status")
            .valueStream()
            .allMatch(each -> each.isNull() || each.asInt(1) == 0);
    if (isEmpty && !given.has("status") && converted instanceof ObjectNode object) {
      object.remove("status");
    }
    return converted;
  }

  /**
   * Whether the document is copied verbatim: it contains no autoscaler, and nothing is omitted.
   *
   * @throws ManifestException if the text is not a JSON object
   */
  boolean leavesAsIs(String json) throws ManifestException {
    DocumentHeader head = DocumentHeader.of(json);
    head.requireKnownKind();
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

  /**
   * The fields of a document that a conversion drops, because its version does not have them or
   * they are repeated, one line each.
   */
  List<String> dropped(String json) throws ManifestException {
    return dropped(DocumentHeader.of(json), json);
  }

  private List<String> dropped(DocumentHeader head, String json) throws ManifestException {
    List<String> all = new ArrayList<>();
    if (head.isAutoscaler()) {
      for (ValidationError error : StrictErrors.of(head.version(), json, release)) {
        all.add(
            error.message().replaceFirst("^strict decoding error: ", "")
                + (error.fix().isEmpty() ? "" : "; " + error.fix()));
      }
    } else if (head.isList() || head.isAutoscalerList()) {
      String listVersion = head.isAutoscalerList() ? head.apiVersion() : "";
      for (int i = 0; i < head.itemsOrEmpty().size(); i++) {
        String item = head.itemsOrEmpty().get(i);
        String place = "items[" + i + "]: ";
        dropped(DocumentHeader.of(item).orIn(listVersion), item)
            .forEach(each -> all.add(place + each));
      }
    }
    return all;
  }

  /** The references to kinds of versions that no supported release serves, one line each. */
  List<String> removed(String json) throws ManifestException {
    DocumentHeader head = DocumentHeader.of(json);
    if (head.isAutoscaler()) {
      return RemovedVersions.in(head.version().decode(json).spec()).stream()
          .map(each -> each.field() + ": " + each.text())
          .toList();
    }
    List<String> all = new ArrayList<>();
    List<String> items =
        head.isList() || head.isAutoscalerList() ? head.itemsOrEmpty() : List.<String>of();
    for (int i = 0; i < items.size(); i++) {
      String place = "items[" + i + "].";
      removed(items.get(i)).forEach(each -> all.add(place + each));
    }
    return all;
  }

  /** Converts the items of a list of any kind. */
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
