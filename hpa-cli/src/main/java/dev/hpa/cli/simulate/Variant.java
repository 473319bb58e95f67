package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.workload.LoadProfile;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One of the autoscalers that are compared.
 *
 * @param name distinct among the variants
 * @param workloadType one the sandbox's cluster runs
 * @param workload what it scales, in the stored version
 * @param note what was assumed about the workload; null when it was taken as it stands
 */
record Variant(
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

  /** For people: {@code Deployment web}. */
  String workloadText() {
    return workloadType.kind() + " " + workloadName();
  }

  int containers() {
    return workload.at("/spec/template/spec/containers").size();
  }

  /** Whether its workload's CPUs have something to do. */
  boolean usesCpu(Demand demand) {
    return demand.ofMetrics().containsKey(Demand.CPU) || demandDrivesCpu(demand);
  }

  /** Whether it is the demand itself that keeps them busy. */
  boolean demandDrivesCpu(Demand demand) {
    return demand.drivesCpu(hpa.spec().metricsOrEmpty());
  }

  LoadProfile cpu(Demand demand, Instant start) {
    return usesCpu(demand) ? demand.cpu(start) : (Duration since) -> 0;
  }
}
