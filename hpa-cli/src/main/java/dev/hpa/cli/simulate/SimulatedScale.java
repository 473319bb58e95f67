package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import dev.hpa.simulation.ReplayLimits;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The scale of the simulated workload, regardless of the reference: targets of kinds that are
 * unknown to the sandbox are simulated as another kind. Used by one thread.
 */
final class SimulatedScale implements ScaleClient {

  private final Cluster cluster;
  private final ResourceType type;
  private final ResourceType.ScalePaths paths;
  private final ObjectKey key;

  private long revision = -1;
  private @Nullable Scale known;

  SimulatedScale(Cluster cluster, ResourceType type, ObjectKey key) {
    this.cluster = cluster;
    this.type = type;
    this.paths = Objects.requireNonNull(type.scale(), type.kind());
    this.key = key;
  }

  /** The current scale. */
  Scale scale() {
    StoredObject stored = cluster.get(type, key);
    Scale scale = known;
    if (scale == null || revision != stored.revision()) {
      scale = decode(stored.tree());
      known = scale;
      revision = stored.revision();
    }
    return scale;
  }

  private Scale decode(ObjectNode workload) {
    return new Scale(
        key.namespace(),
        key.name(),
        workload.path("metadata").path("uid").asText(),
        workload.path("metadata").path("resourceVersion").asText(),
        workload.path("spec").path("replicas").asInt(),
        workload.path("status").path("replicas").asInt(),
        paths.pods(workload.path("spec").path("selector")).toString());
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    try {
      return new TargetScale(
          namespace, key.name(), type.group(), type.plural(), ObjectMeta.EMPTY, scale());
    } catch (StatusException failure) {
      throw new ScaleException(
          ScaleException.Reason.READ, String.valueOf(failure.getMessage()), failure);
    }
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return read(key.namespace(), CrossVersionObjectReference.EMPTY);
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    ReplayLimits.CLUSTER.requireReplicas(target.scale().specReplicas());
    try {
      cluster.update(
          type,
          key,
          "",
          workload -> {
            workload.withObject("/spec").put("replicas", target.scale().specReplicas());
            return workload;
          },
          false);
      return target.withScale(scale());
    } catch (StatusException failure) {
      throw new ScaleException(
          ScaleException.Reason.WRITE, String.valueOf(failure.getMessage()), failure);
    }
  }
}
