package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.PodReader;
import dev.hpa.core.pods.PodResources;
import dev.hpa.simulation.PodShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the compared autoscalers.
 *
 * @param name distinct among the variants
 * @param workload the kind and name of the simulated workload, such as {@code Deployment web}
 * @param replicas the initial replicas of the workload
 * @param isOrdered whether a pod is created when the one before it is ready
 * @param podSpec the spec of the pods of the workload, with defaults
 * @param note assumptions about the workload; null if there are none
 */
public record Variant(
    String name,
    HorizontalPodAutoscaler hpa,
    String workload,
    int replicas,
    boolean isOrdered,
    JsonNode podSpec,
    @Nullable String note) {

  String namespace() {
    return hpa.metadata().namespaceOrEmpty();
  }

  /** A copy with another autoscaler. */
  Variant with(String other, HorizontalPodAutoscaler changed) {
    return new Variant(other, changed, workload, replicas, isOrdered, podSpec, note);
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
   * The requests as the controller reads them from a pod.
   *
   * @throws RuntimeException if the spec has a value of another type
   */
  PodResources requests() {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.putObject("metadata").put("name", "pod").put("namespace", namespace());
    pod.set("spec", podSpec);
    PodReader reader = new PodReader();
    try (var in = Json.mapper().createParser(Json.text(pod))) {
      in.nextToken();
      reader.read(in);
      return reader.resources();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * The capacity of one ready pod, in units: as given, or derived from its CPU limit; null if
   * unknown.
   */
  @Nullable Double capacityPerPod(Demand demand, @Nullable Double given) {
    if (given != null) {
      return given;
    }
    return demandDrivesCpu(demand)
        ? PodShape.of(podSpec).cpuLimit() / 1000 / demand.coresPerUnitOrOne()
        : null;
  }
}
