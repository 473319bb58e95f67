package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;

/**
 * An autoscaler of the cluster.
 *
 * @param json as returned by the API server
 */
record LiveAutoscaler(JsonNode json, HorizontalPodAutoscaler value) {

  String namespace() {
    return value.metadata().namespaceOrEmpty();
  }

  String name() {
    return value.metadata().nameOrEmpty();
  }

  @Override
  public String toString() {
    return new NamespacedName(namespace(), name()).toString();
  }
}
