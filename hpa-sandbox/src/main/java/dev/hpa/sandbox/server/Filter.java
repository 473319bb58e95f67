package dev.hpa.sandbox.server;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.StoredObject;

/** Which objects of a resource a list or watch is about. */
record Filter(String namespace, Selector labels, FieldSelector fields) {

  static Filter of(Call call, Target target) {
    String labels = call.parameter("labelSelector");
    String fields = call.parameter("fieldSelector");
    try {
      return new Filter(
          target.namespace(),
          labels == null ? Selector.everything() : Selector.parse(labels),
          fields == null
              ? new FieldSelector(java.util.List.of())
              : FieldSelector.parse(fields, target.type()));
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  /** A filter for one object by name, as some watches are asked for. */
  Filter named(ResourceType type, String name) {
    return name.isEmpty()
        ? this
        : new Filter(namespace, labels, FieldSelector.parse("metadata.name=" + name, type));
  }

  boolean matches(StoredObject object) {
    return (namespace.isEmpty() || object.namespace().equals(namespace))
        && (labels.isEmpty() || labels.matches(object.labels()))
        && fields.matches(object);
  }
}
