package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A condition of an autoscaler's status.
 *
 * @param type condition type, for example {@link #SCALING_ACTIVE}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param lastTransitionTime time of the last change of {@code status}, in whole seconds; written as
 *     null if unset
 * @param reason CamelCase reason; may be empty
 * @param message details; may be empty
 * @param observedGeneration generation of the autoscaler when the condition was recorded, from
 *     Kubernetes 1.37 on; null if unset
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HpaCondition(
    @JsonInclude(JsonInclude.Include.ALWAYS) String type,
    @JsonInclude(JsonInclude.Include.ALWAYS) String status,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Instant lastTransitionTime,
    String reason,
    String message,
    @Nullable Long observedGeneration) {

  /** A condition without generation, as before Kubernetes 1.37. */
  public HpaCondition(
      String type,
      String status,
      @Nullable Instant lastTransitionTime,
      String reason,
      String message) {
    this(type, status, lastTransitionTime, reason, message, null);
  }

  public static final String ABLE_TO_SCALE = "AbleToScale";
  public static final String SCALING_ACTIVE = "ScalingActive";
  public static final String SCALING_LIMITED = "ScalingLimited";
  public static final String SCALED_TO_ZERO = "ScaledToZero";

  public static final String TRUE = "True";
  public static final String FALSE = "False";

  @JsonCreator
  static HpaCondition decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("status") @Nullable String status,
      @JsonProperty("lastTransitionTime") @Nullable Instant lastTransitionTime,
      @JsonProperty("reason") @Nullable String reason,
      @JsonProperty("message") @Nullable String message,
      @JsonProperty("observedGeneration") @Nullable Long observedGeneration) {
    return new HpaCondition(
        type == null ? "" : type,
        status == null ? "" : status,
        lastTransitionTime,
        reason == null ? "" : reason,
        message == null ? "" : message,
        observedGeneration);
  }

  /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HpaCondition that
        && type.equals(that.type)
        && status.equals(that.status)
        && reason.equals(that.reason)
        && message.equals(that.message)
        && Objects.equals(lastTransitionTime, that.lastTransitionTime)
        && Objects.equals(observedGeneration, that.observedGeneration);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, status, lastTransitionTime, reason, message, observedGeneration);
  }

  /** This condition without generation, as a server before Kubernetes 1.37 stores it. */
  public HpaCondition withoutGeneration() {
    return observedGeneration == null
        ? this
        : new HpaCondition(type, status, lastTransitionTime, reason, message);
  }
}
