package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The desired state of an autoscaler.
 *
 * @param scaleTargetRef the workload to scale
 * @param minReplicas lower limit in replicas; 1 if unset
 * @param maxReplicas upper limit in replicas
 * @param metrics metrics to scale by; the API server defaults an empty list to 80 % CPU utilization
 * @param behavior scaling behavior; null and an empty object select different algorithms
 * @param syncPeriodSeconds own time between two reconciles, in seconds; that of the controller if
 *     unset. Only servers newer than Kubernetes 1.37 may have it (KEP-6003)
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HpaSpec(
    CrossVersionObjectReference scaleTargetRef,
    @Nullable Integer minReplicas,
    int maxReplicas,
    @Nullable @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MetricSpec> metrics,
    @Nullable Behavior behavior,
    @Nullable Integer syncPeriodSeconds) {

  /** The name of the field {@link #syncPeriodSeconds}. */
  public static final String SYNC_PERIOD_SECONDS = "syncPeriodSeconds";

  /** A spec with all fields unset. */
  public static final HpaSpec EMPTY =
      new HpaSpec(CrossVersionObjectReference.EMPTY, null, 0, null, null);

  /** A spec without an own sync period. */
  public HpaSpec(
      CrossVersionObjectReference scaleTargetRef,
      @Nullable Integer minReplicas,
      int maxReplicas,
      @Nullable List<MetricSpec> metrics,
      @Nullable Behavior behavior) {
    this(scaleTargetRef, minReplicas, maxReplicas, metrics, behavior, null);
  }

  @JsonCreator
  static HpaSpec decode(
      @JsonProperty("scaleTargetRef") @Nullable CrossVersionObjectReference scaleTargetRef,
      @JsonProperty("minReplicas") @Nullable Integer minReplicas,
      @JsonProperty("maxReplicas") int maxReplicas,
      @JsonProperty("metrics") @Nullable List<MetricSpec> metrics,
      @JsonProperty("behavior") @Nullable Behavior behavior,
      @JsonProperty(SYNC_PERIOD_SECONDS) @Nullable Integer syncPeriodSeconds) {
    return new HpaSpec(
        scaleTargetRef == null ? CrossVersionObjectReference.EMPTY : scaleTargetRef,
        minReplicas,
        maxReplicas,
        metrics,
        behavior,
        syncPeriodSeconds);
  }

  /** A copy with other limits. */
  public HpaSpec withReplicas(@Nullable Integer min, int max) {
    return new HpaSpec(scaleTargetRef, min, max, metrics, behavior, syncPeriodSeconds);
  }

  /** A copy with other metrics. */
  public HpaSpec withMetrics(@Nullable List<MetricSpec> value) {
    return new HpaSpec(
        scaleTargetRef, minReplicas, maxReplicas, value, behavior, syncPeriodSeconds);
  }

  /** A copy with another behavior. */
  public HpaSpec withBehavior(@Nullable Behavior value) {
    return new HpaSpec(scaleTargetRef, minReplicas, maxReplicas, metrics, value, syncPeriodSeconds);
  }

  /** A copy with another sync period, in seconds. */
  public HpaSpec withSyncPeriodSeconds(@Nullable Integer value) {
    return Objects.equals(value, syncPeriodSeconds)
        ? this
        : new HpaSpec(scaleTargetRef, minReplicas, maxReplicas, metrics, behavior, value);
  }

  /** The lower limit in replicas, 1 if unset. */
  public int minReplicasOrDefault() {
    return minReplicas == null ? 1 : minReplicas;
  }

  /** The metrics, or an empty list. */
  public List<MetricSpec> metricsOrEmpty() {
    return metrics == null ? List.of() : metrics;
  }

  /** Whether a metric has values while no pod runs, so that the target can scale up from zero. */
  public boolean hasObjectOrExternalMetric() {
    return metricsOrEmpty().stream()
        .anyMatch(m -> m.type().equals(MetricSpec.OBJECT) || m.type().equals(MetricSpec.EXTERNAL));
  }
}
