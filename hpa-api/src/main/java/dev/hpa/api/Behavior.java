package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code spec.behavior} of an autoscaler: scaling rules for each direction.
 *
 * @param scaleUp rules for scaling up; null for the defaults
 * @param scaleDown rules for scaling down; null for the defaults
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Behavior(@Nullable ScalingRules scaleUp, @Nullable ScalingRules scaleDown) {

  /** Whether a direction has a tolerance. */
  public boolean hasTolerance() {
    return (scaleUp != null && scaleUp.tolerance() != null)
        || (scaleDown != null && scaleDown.tolerance() != null);
  }

  /**
   * The scaling rules of one direction.
   *
   * @param stabilizationWindowSeconds stabilization window in seconds, 0 to 3600
   * @param selectPolicy {@code Max}, {@code Min} or {@code Disabled}; {@code Max} if unset
   * @param policies null is defaulted by the API server; an empty list is rejected
   * @param tolerance deviation of the usage ratio from 1 that does not cause scaling; 0 or more
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ScalingRules(
      @Nullable Integer stabilizationWindowSeconds,
      @Nullable String selectPolicy,
      @Nullable @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ScalingPolicy> policies,
      @Nullable Quantity tolerance) {

    public static final String MAX = "Max";
    public static final String MIN = "Min";
    public static final String DISABLED = "Disabled";

    /** The policies, or an empty list. */
    public List<ScalingPolicy> policiesOrEmpty() {
      return policies == null ? List.of() : policies;
    }
  }

  /**
   * A limit on the change of replicas within a period.
   *
   * @param type {@code Pods} or {@code Percent}
   * @param value number of pods, or percent of the replicas
   * @param periodSeconds period in seconds, 1 to 1800
   */
  public record ScalingPolicy(String type, int value, int periodSeconds) {

    public static final String PODS = "Pods";
    public static final String PERCENT = "Percent";

    @JsonCreator
    static ScalingPolicy decode(
        @JsonProperty("type") @Nullable String type,
        @JsonProperty("value") int value,
        @JsonProperty("periodSeconds") int periodSeconds) {
      return new ScalingPolicy(type == null ? "" : type, value, periodSeconds);
    }
  }
}
