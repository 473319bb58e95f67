package dev.hpa.sandbox.watch;

import dev.hpa.api.Selector;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.StoredObject;
import java.util.List;

/** Selects the objects of a list or watch. */
public record ObjectFilter(String namespace, Selector labels, FieldSelector fields) {

  public static ObjectFilter of(ApiRequest request, RequestInfo target) {
    String labels = request.parameter("labelSelector");
    String fields = request.parameter("fieldSelector");
    try {
      return new ObjectFilter(
          target.namespace(),
          labels == null ? Selector.everything() : Selector.parse(labels),
          fields == null
              ? new FieldSelector(List.of())
              : FieldSelector.parse(fields, target.type()));
    } catch (IllegalArgumentException failure) {
      throw StatusException.badRequest(String.valueOf(failure.getMessage()));
    }
  }

  /** Whether it has a label or field selector. */
  boolean selects() {
    return !labels.isEmpty() || !fields.terms().isEmpty();
  }

  public boolean matches(StoredObject object) {
    return (namespace.isEmpty() || object.namespace().equals(namespace))
        && (labels.isEmpty() || labels.matches(object.labels()))
        && fields.matches(object);
  }
}
