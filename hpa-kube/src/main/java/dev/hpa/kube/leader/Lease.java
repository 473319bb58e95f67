package dev.hpa.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;

/** A Lease as the API server returned it. Immutable: callers do not change the object. */
public final class Lease {

  private static final String KIND = "Lease";

  private final ObjectNode object;
  private final LeaseRecord record;

  private Lease(ObjectNode object, LeaseRecord record) {
    this.object = object;
    this.record = record;
  }

  static Lease of(JsonNode tree) {
    boolean isLease = tree.path("kind").asText(KIND).equals(KIND);
    if (!isLease || !(tree instanceof ObjectNode object) || !tree.path("metadata").isObject()) {
      throw new IllegalArgumentException("the response is not a Lease");
    }
    return new Lease(object, LeaseRecord.of(tree));
  }

  NamespacedName key() {
    return new NamespacedName(object.path("metadata").path("namespace").asText(), name());
  }

  ObjectNode object() {
    return object;
  }

  LeaseRecord record() {
    return record;
  }

  public String name() {
    return object.path("metadata").path("name").asText();
  }

  /** The metadata. */
  public ObjectMeta metadata() {
    return Json.read(object.path("metadata"), ObjectMeta.class);
  }

  /** The identity of the holder; empty if the Lease is free. */
  public String holder() {
    return record.holder();
  }

  /** Whether a process has ever held it. */
  public boolean wasHeld() {
    return !record.isFree() || record.transitions() > 0;
  }

  /** The value of an annotation; empty if there is none. */
  public String annotation(String key) {
    return object.path("metadata").path("annotations").path(key).asText("");
  }

  String resourceVersion() {
    return object.path("metadata").path("resourceVersion").asText("");
  }
}
