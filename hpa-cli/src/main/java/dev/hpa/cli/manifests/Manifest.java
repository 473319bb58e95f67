package dev.hpa.cli.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed document, possibly with errors.
 *
 * @param autoscaler without defaults; null if the document is not an autoscaler or does not decode
 * @param workload null if the document has no pods
 */
public record Manifest(
    Document document,
    ObjectKey key,
    String apiVersion,
    List<ValidationError> errors,
    @Nullable HorizontalPodAutoscaler autoscaler,
    @Nullable Workload workload) {

  /** A malformed document. */
  public static Manifest malformed(SourceLocation place, String why) {
    return malformed(
        new Document(place, "", LineIndex.all(place.line())),
        new ValidationError(ValidationError.BAD_REQUEST, "", why));
  }

  private static Manifest malformed(Document document, ValidationError cause) {
    return new Manifest(document, new ObjectKey("", "", "", ""), "", List.of(cause), null, null);
  }

  /** The objects of a document; lists are flattened to their items. */
  public static List<Manifest> allOf(Document document, CreationCheck judge) {
    List<Manifest> manifests = new ArrayList<>();
    addTo(manifests, document, "", judge);
    return manifests;
  }

  /**
   * Lists are processed item by item.
   *
   * @param listVersion version of the list of autoscalers that contains the document, or empty
   */
  private static void addTo(
      List<Manifest> manifests, Document document, String listVersion, CreationCheck judge) {
    try {
      DocumentHeader head = DocumentHeader.of(document.json()).orIn(listVersion);
      if (head.isList() || head.isAutoscalerList()) {
        String version = head.isAutoscalerList() ? head.apiVersion() : "";
        for (int i = 0; i < head.itemsOrEmpty().size(); i++) {
          addTo(manifests, document.item(i, head.itemsOrEmpty().get(i)), version, judge);
        }
      } else {
        head.requireKnownKind();
        manifests.add(of(document, head, judge));
      }
    } catch (ManifestException failure) {
      manifests.add(malformed(document, ValidationError.of(failure)));
    }
  }

  private static Manifest of(Document document, DocumentHeader head, CreationCheck judge) {
    JsonNode tree = tree(document.json());
    ObjectKey key =
        ObjectKey.of(
            head.apiVersion(),
            head.kind(),
            tree.at("/metadata/namespace").asText(judge.namespace()),
            tree.at("/metadata/name").asText());
    return head.isAutoscaler()
        ? autoscaler(document, head, key, judge)
        : other(document, head, key, Workload.of(key, tree));
  }

  private static Manifest other(
      Document document, DocumentHeader head, ObjectKey key, @Nullable Workload workload) {
    List<ValidationError> errors =
        head.kind().isEmpty() || head.apiVersion().isEmpty()
            ? List.of(
                new ValidationError(
                    ValidationError.BAD_REQUEST, "", "has no kind or no apiVersion"))
            : List.of();
    return new Manifest(document, key, head.apiVersion(), errors, null, workload);
  }

  private static Manifest autoscaler(
      Document document, DocumentHeader head, ObjectKey key, CreationCheck judge) {
    try {
      List<ValidationError> errors = judge.errors(head.version(), document.json());
      HorizontalPodAutoscaler decoded;
      try {
        decoded = head.version().decodeWithoutDefaults(document.json());
      } catch (JsonFormatException failure) {
        decoded = null;
      }
      return new Manifest(document, key, head.apiVersion(), errors, decoded, null);
    } catch (ManifestException failure) {
      return new Manifest(
          document, key, head.apiVersion(), List.of(ValidationError.of(failure)), null, null);
    }
  }

  /** The JSON of the document; an empty object if it cannot be parsed. */
  public JsonNode tree() {
    return tree(document.json());
  }

  /** The header was read, but a number may be too large for the parser. */
  private static JsonNode tree(String json) {
    try {
      return Json.tree(json);
    } catch (JsonFormatException failure) {
      return Json.mapper().createObjectNode();
    }
  }

  /** A copy with another view of its pods. */
  public Manifest withWorkload(Workload other) {
    return new Manifest(document, key, apiVersion, errors, autoscaler, other);
  }

  public SourceLocation place() {
    return document.place();
  }

  /** Whether this is a Namespace. */
  public boolean isNamespace() {
    return key.kind().equals("Namespace") && key.group().isEmpty();
  }

  /** Whether this is a ScaledObject of KEDA, whose annotations KEDA copies to its autoscaler. */
  public boolean isScaledObject() {
    return key.kind().equals("ScaledObject") && key.group().equals("keda.sh");
  }

  /** The annotations of the object; values that are not strings as their JSON text. */
  public Map<String, String> annotations() {
    if (autoscaler != null) {
      return autoscaler.metadata().annotationsOrEmpty();
    }
    if (!document.json().contains("\"annotations\"")) {
      return Map.of(); // saves the parsing of most documents
    }
    Map<String, String> annotations = new LinkedHashMap<>();
    tree()
        .at("/metadata/annotations")
        .properties()
        .forEach(each -> annotations.put(each.getKey(), each.getValue().asText()));
    return annotations;
  }

  /** The target of the autoscaler; null if this is not an autoscaler. */
  public @Nullable ObjectKey target() {
    if (autoscaler == null) {
      return null;
    }
    CrossVersionObjectReference target = autoscaler.spec().scaleTargetRef();
    return ObjectKey.of(target.apiVersionOrEmpty(), target.kind(), key.namespace(), target.name());
  }
}
