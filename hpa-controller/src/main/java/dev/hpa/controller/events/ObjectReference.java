package dev.hpa.controller.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hpa.api.ObjectMeta;
import java.util.Objects;

/**
 * The involved object of an event. Fields that are unknown or do not apply are empty.
 *
 * @param resourceVersion the version that was reconciled; events that differ only in it are equal
 * @param fieldPath the part of the object, e.g. {@code spec.containers{web}}; empty for the whole
 *     object
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ObjectReference(
    String kind,
    String namespace,
    String name,
    String uid,
    String apiVersion,
    String resourceVersion,
    String fieldPath) {

  /** All of an object. */
  public static ObjectReference to(String apiVersion, String kind, ObjectMeta metadata) {
    return new ObjectReference(
        kind,
        metadata.namespaceOrEmpty(),
        metadata.nameOrEmpty(),
        Objects.requireNonNullElse(metadata.uid(), ""),
        apiVersion,
        Objects.requireNonNullElse(metadata.resourceVersion(), ""),
        "");
  }

  /** The same part in whatever version. */
  ObjectReference anyVersion() {
    return new ObjectReference(kind, namespace, name, uid, apiVersion, "", fieldPath);
  }

  /** All of the object in whatever version. */
  ObjectReference whole() {
    return new ObjectReference(kind, namespace, name, uid, apiVersion, "", "");
  }
}
