package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The observed state of an autoscaler.
 *
 * @param observedGeneration generation of the reconciled object
 * @param lastScaleTime time of the last change of replicas
 * @param currentReplicas {@code scale.spec.replicas} at the start of the reconcile
 * @param desiredReplicas last computed number of replicas
 * @param currentMetrics one entry for each {@code spec.metrics} entry at the same index, blank for
 *     a metric that cannot be read; null if no metric was computed
 * @param conditions conditions
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HpaStatus(
    @Nullable Long observedGeneration,
    @Nullable Instant lastScaleTime,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int currentReplicas,
    int desiredReplicas,
    @Nullable @JsonInclude(JsonInclude.Include.ALWAYS) List<MetricStatus> currentMetrics,
    @Nullable @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HpaCondition> conditions) {

  /** The status of an object that has never been reconciled. */
  public static final HpaStatus EMPTY = new HpaStatus(null, null, 0, 0, null, null);

  @JsonCreator
  static HpaStatus decode(
      @JsonProperty("observedGeneration") @Nullable Long observedGeneration,
      @JsonProperty("lastScaleTime") @Nullable Instant lastScaleTime,
      @JsonProperty("currentReplicas") int currentReplicas,
      @JsonProperty("desiredReplicas") int desiredReplicas,
      @JsonProperty("currentMetrics") @Nullable List<MetricStatus> currentMetrics,
      @JsonProperty("conditions") @Nullable List<HpaCondition> conditions) {
    return new HpaStatus(
        observedGeneration,
        lastScaleTime,
        currentReplicas,
        desiredReplicas,
        currentMetrics,
        conditions);
  }

  /** The conditions, or an empty list. */
  public List<HpaCondition> conditionsOrEmpty() {
    return conditions == null ? List.of() : conditions;
  }

  /** This status as a server of a release stores it: fields that it does not know are dropped. */
  public HpaStatus knownTo(KubernetesVersion version) {
    List<HpaCondition> all = conditions;
    if (version.hasGenerations() || all == null) {
      return this;
    }
    return new HpaStatus(
        observedGeneration,
        lastScaleTime,
        currentReplicas,
        desiredReplicas,
        currentMetrics,
        all.stream().map(HpaCondition::withoutGeneration).toList());
  }

  /** The metric statuses, or an empty list. */
  public List<MetricStatus> currentMetricsOrEmpty() {
    return currentMetrics == null ? List.of() : currentMetrics;
  }

  /** Whether the condition of the type exists and is True. */
  public boolean isTrue(String conditionType) {
    return conditionsOrEmpty().stream()
        .anyMatch(c -> c.type().equals(conditionType) && c.status().equals(HpaCondition.TRUE));
  }

  /**
   * Whether both are equal in the sense of the API machinery ({@code equality.Semantic}):
   * quantities by number, times by instant, null lists like empty ones. If so, no write is needed.
   */
  public boolean semanticallyEquals(HpaStatus other) {
    return Objects.equals(observedGeneration, other.observedGeneration)
        && Objects.equals(lastScaleTime, other.lastScaleTime)
        && currentReplicas == other.currentReplicas
        && desiredReplicas == other.desiredReplicas
        && currentMetricsOrEmpty().equals(other.currentMetricsOrEmpty())
        && conditionsOrEmpty().equals(other.conditionsOrEmpty());
  }
}
