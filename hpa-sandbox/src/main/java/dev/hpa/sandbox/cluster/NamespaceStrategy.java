package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The strategy of Namespaces: sets the phase Active, the finalizer and the name label. */
final class NamespaceStrategy implements ResourceType.Strategy {

  @Override
  public void prepareForCreate(ObjectNode namespace) {
    ObjectNode metadata = namespace.withObject("/metadata");
    metadata
        .withObject("/labels")
        .put("kubernetes.io/metadata.name", metadata.path("name").asText());
    namespace.withObject("/spec").withArray("finalizers").removeAll().add("kubernetes");
    namespace.putObject("status").put("phase", "Active");
  }
}
