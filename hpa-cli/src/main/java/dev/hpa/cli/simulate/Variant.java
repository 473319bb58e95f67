package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.workload.PodResources;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the compared autoscalers.
 *
 * @param name distinct among the variants
 * @param workloadType type of the simulated workload
 * @param workload target of the autoscaler, in the stored version
 * @param note assumptions about the workload; null if there are none
 */
public record Variant(
    String name,
    HorizontalPodAutoscaler hpa,
    ResourceType workloadType,
    ObjectNode workload,
    @Nullable String note) {

  String namespace() {
    return hpa.metadata().namespaceOrEmpty();
  }

  String workloadName() {
    return workload.path("metadata").path("name").asText();
  }

  /** Display name, such as {@code Deployment web}. */
  String workloadText() {
    return workloadType.kind() + " " + workloadName();
  }

  /** The initial replicas of the workload. */
  int replicas() {
    return workload.at("/spec/replicas").asInt(1);
  }

  /** Whether a pod is created when the one before it is ready. */
  boolean createsPodsInOrder() {
    return workloadType.equals(ResourceTypes.STATEFUL_SETS)
        && !workload.at("/spec/podManagementPolicy").asText().equals("Parallel");
  }

  /**
   * The options of the autoscaler.
   *
   * @param scaleToZero feature gate HPAScaleToZero
   */
  Options options(boolean scaleToZero) {
    return OptionsReader.UNRESTRICTED.read(hpa, Map.of()).appliedTo(hpa.spec(), scaleToZero);
  }

  /** Whether the CPU usage results from the demand. */
  boolean demandDrivesCpu(Demand demand) {
    return demand.drivesCpu(hpa.spec().metricsOrEmpty());
  }

  /**
   * Creates the workload and its namespace.
   *
   * @throws UnusableInputException if the cluster refuses the workload
   */
  void createIn(Cluster cluster) throws UnusableInputException {
    ObjectNode namespace = JsonNodeFactory.instance.objectNode();
    namespace.put("kind", "Namespace").put("apiVersion", "v1");
    namespace.putObject("metadata").put("name", namespace());
    try {
      cluster.create(ResourceTypes.NAMESPACES, "", namespace, false);
      cluster.create(workloadType, namespace(), workload.deepCopy(), false);
    } catch (StatusException refused) {
      throw new UnusableInputException(name + ": " + refused.getMessage());
    }
  }

  /** The spec of the pods of the workload, with defaults. */
  JsonNode podSpecIn(Cluster cluster) {
    ObjectKey key = new ObjectKey(namespace(), workloadName());
    return cluster.get(workloadType, key).tree().at("/spec/template/spec");
  }

  /**
   * The capacity of one ready pod, in units: as given, or derived from its CPU limit; null if
   * unknown.
   *
   * @param podSpec with defaults
   */
  @Nullable Double capacityPerPod(Demand demand, @Nullable Double given, JsonNode podSpec) {
    if (given != null) {
      return given;
    }
    return demandDrivesCpu(demand)
        ? PodResources.of(podSpec).cpuLimit() / 1000 / demand.coresPerUnitOrOne()
        : null;
  }
}
