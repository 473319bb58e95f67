package dev.hpa.controller.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hpa.api.ObjectMeta;
import java.util.Objects;

/**
 * The object an event is about, as events name it. What is not known or does not apply is empty.
 *
 * @param resourceVersion the version that was looked at; events about other versions of the object
 *     count as the same
 * @param fieldPath the part of the object that is meant, e.g. {@code spec.containers{web}}; empty
 *     for all of it
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
