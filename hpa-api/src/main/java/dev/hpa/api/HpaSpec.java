package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asks for.
 *
 * @param minReplicas lower bound in replicas; 1 when unset
 * @param maxReplicas upper bound in replicas
 * @param metrics what to scale by; the API server replaces none by CPU utilization 80 %
 * @param behavior how fast to scale; unset and empty mean different algorithms
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HpaSpec(
    CrossVersionObjectReference scaleTargetRef,
    @Nullable Integer minReplicas,
    int maxReplicas,
    @Nullable @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MetricSpec> metrics,
    @Nullable Behavior behavior) {

  /** A spec with nothing set. */
  public static final HpaSpec EMPTY =
      new HpaSpec(CrossVersionObjectReference.EMPTY, null, 0, null, null);

  @JsonCreator
  static HpaSpec decode(
      @JsonProperty("scaleTargetRef") @Nullable CrossVersionObjectReference scaleTargetRef,
      @JsonProperty("minReplicas") @Nullable Integer minReplicas,
      @JsonProperty("maxReplicas") int maxReplicas,
      @JsonProperty("metrics") @Nullable List<MetricSpec> metrics,
      @JsonProperty("behavior") @Nullable Behavior behavior) {
    return new HpaSpec(
        scaleTargetRef == null ? CrossVersionObjectReference.EMPTY : scaleTargetRef,
        minReplicas,
        maxReplicas,
        metrics,
        behavior);
  }

  /** The lower bound with its default, in replicas. */
  public int minReplicasOrDefault() {
    return minReplicas == null ? 1 : minReplicas;
  }

  /** The metrics, or an empty list. */
  public List<MetricSpec> metricsOrEmpty() {
    return metrics == null ? List.of() : metrics;
  }

  /**
   * Whether a metric exists that has a value while no pod runs, so that zero replicas can be left
   * again.
   */
  public boolean hasObjectOrExternalMetric() {
    return metricsOrEmpty().stream()
        .anyMatch(m -> m.type().equals(MetricSpec.OBJECT) || m.type().equals(MetricSpec.EXTERNAL));
  }
}
