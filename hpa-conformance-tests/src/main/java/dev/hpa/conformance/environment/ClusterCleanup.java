package dev.hpa.conformance.environment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Deletes the objects of the suite from a cluster, and restores the APIServices it replaced. */
public final class ClusterCleanup {

  private ClusterCleanup() {}

  /**
   * Cleans up after runs that ended without their own cleanup.
   *
   * @return one line for each change; empty if there was nothing to do
   * @throws TestClusterException if the cluster is not usable
   */
  public static List<String> of(ClusterAccess access) throws TestClusterException {
    try {
      return in(access.api());
    } catch (IOException failure) {
      throw new TestClusterException(
          "cleanup: %s; run \"hpa conformance --cleanup %s\" again"
              .formatted(failure.getMessage(), access.options()),
          failure);
    }
  }

  static List<String> in(ClusterApi api) throws IOException {
    List<String> changes = new ArrayList<>(new MetricsApiServices(api, "").restore());
    for (JsonNode each : api.get(SuiteObjects.NAMESPACES + SuiteObjects.SELECTED).path("items")) {
      String name = each.at("/metadata/name").asText();
      if (!each.path("metadata").has("deletionTimestamp")) {
        deleteContents(api, name);
        api.deleteIfExists(SuiteObjects.NAMESPACES + "/" + name);
        changes.add("deleted namespace " + name);
      }
    }
    JsonNode definition = SuiteObjects.find(api, SuiteObjects.DEFINITION);
    if (definition != null && SuiteObjects.isLabelled(definition)) {
      api.deleteIfExists(SuiteObjects.DEFINITION);
      changes.add("deleted CustomResourceDefinition " + definition.at("/metadata/name").asText());
    }
    return changes;
  }

  /** HPAs must not be reconciled any longer, and pods with a finalizer would keep the namespace. */
  private static void deleteContents(ClusterApi api, String namespace) throws IOException {
    String hpas = "/apis/autoscaling/v2/namespaces/" + namespace + "/horizontalpodautoscalers";
    for (JsonNode each : api.get(hpas).path("items")) {
      api.deleteIfExists(hpas + "/" + each.at("/metadata/name").asText());
    }
    String pods = SuiteObjects.NAMESPACES + "/" + namespace + "/pods";
    for (JsonNode each : api.get(pods).path("items")) {
      String pod = pods + "/" + each.at("/metadata/name").asText();
      if (each.path("metadata").has("finalizers")) {
        api.merge(pod, Json.tree("{\"metadata\":{\"finalizers\":null}}"));
      }
      api.deleteIfExists(pod);
    }
    String services = SuiteObjects.NAMESPACES + "/" + namespace + "/services";
    for (JsonNode each : api.get(services).path("items")) {
      api.deleteIfExists(services + "/" + each.at("/metadata/name").asText());
    }
  }
}
