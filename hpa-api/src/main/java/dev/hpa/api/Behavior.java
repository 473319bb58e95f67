package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How fast to scale, per direction. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Behavior(@Nullable ScalingRules scaleUp, @Nullable ScalingRules scaleDown) {

  /** Whether a direction has a tolerance. */
  public boolean hasTolerance() {
    return (scaleUp != null && scaleUp.tolerance() != null)
        || (scaleDown != null && scaleDown.tolerance() != null);
  }

  /**
   * The rules of one direction.
   *
   * @param stabilizationWindowSeconds seconds to look back over recommendations, 0 to 3600
   * @param selectPolicy {@code Max}, {@code Min} or {@code Disabled}; {@code Max} when unset
   * @param policies unset and empty differ: the API defaults the one and refuses the other
   * @param tolerance deviation of the ratio from 1 that is ignored in this direction
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
   * How much may change within a period.
   *
   * @param type {@code Pods} or {@code Percent}
   * @param value pods or percent
   * @param periodSeconds 1 to 1800
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
