package dev.hpa.app.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document that was understood, as far as it could be.
 *
 * @param autoscaler without defaults; null if the document is none or does not decode
 * @param workload null if the document is none
 */
record Manifest(
    Document document,
    ObjectKey key,
    String apiVersion,
    List<Cause> errors,
    @Nullable HorizontalPodAutoscaler autoscaler,
    @Nullable Workload workload) {

  /** Text that is no document. */
  static Manifest malformed(Document document, Cause cause) {
    return new Manifest(document, new ObjectKey("", "", "", ""), "", List.of(cause), null, null);
  }

  /** An object of any kind. */
  static Manifest of(Document document, Head head, Judge judge) {
    JsonNode tree = tree(document.json());
    ObjectKey key =
        ObjectKey.of(
            head.apiVersion(),
            head.kind(),
            tree.at("/metadata/namespace").asText(judge.namespace()),
            tree.at("/metadata/name").asText());
    return head.isAutoscaler()
        ? autoscaler(document, head, key, judge)
        : other(document, head, key, Workload.of(tree));
  }

  private static Manifest other(
      Document document, Head head, ObjectKey key, @Nullable Workload workload) {
    List<Cause> errors =
        head.kind().isEmpty() || head.apiVersion().isEmpty()
            ? List.of(new Cause(Cause.BAD_REQUEST, "", "names no kind or no apiVersion"))
            : List.of();
    return new Manifest(document, key, head.apiVersion(), errors, null, workload);
  }

  private static Manifest autoscaler(Document document, Head head, ObjectKey key, Judge judge) {
    try {
      List<Cause> errors = judge.errors(head.version(), document.json());
      HorizontalPodAutoscaler decoded;
      try {
        decoded = head.version().decodeWithoutDefaults(document.json());
      } catch (JsonFormatException failure) {
        decoded = null;
      }
      return new Manifest(document, key, head.apiVersion(), errors, decoded, null);
    } catch (ManifestException failure) {
      return new Manifest(document, key, head.apiVersion(), List.of(Cause.of(failure)), null, null);
    }
  }

  /** The head was read, but a number beyond all bounds may still be in the way. */
  private static JsonNode tree(String json) {
    try {
      return Json.tree(json);
    } catch (JsonFormatException failure) {
      return Json.mapper().createObjectNode();
    }
  }

  Place place() {
    return document.place();
  }

  /** What the autoscaler scales; null if this is none. */
  @Nullable ObjectKey target() {
    if (autoscaler == null) {
      return null;
    }
    CrossVersionObjectReference target = autoscaler.spec().scaleTargetRef();
    return ObjectKey.of(target.apiVersionOrEmpty(), target.kind(), key.namespace(), target.name());
  }
}
