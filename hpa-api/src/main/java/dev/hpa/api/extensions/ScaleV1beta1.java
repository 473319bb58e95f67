package dev.hpa.api.extensions;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.api.v1.ScaleV1;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The scale subresource in extensions/v1beta1, apps/v1beta1 and apps/v1beta2. The status has the
 * selector as a map if it consists of equality requirements, and always as a string in {@code
 * targetSelector}, which takes precedence.
 */
public record ScaleV1beta1(
    String kind, String apiVersion, ObjectMeta metadata, ScaleV1.Spec spec, Status status) {

  @JsonCreator
  static ScaleV1beta1 decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ObjectMeta metadata,
      @JsonProperty("spec") ScaleV1.@Nullable Spec spec,
      @JsonProperty("status") @Nullable Status status) {
    return new ScaleV1beta1(
        ScaleV1.KIND,
        apiVersion == null || apiVersion.isEmpty()
            ? HorizontalPodAutoscalerV1beta1.API_VERSION
            : apiVersion,
        metadata == null ? ObjectMeta.EMPTY : metadata,
        spec == null ? new ScaleV1.Spec(0) : spec,
        status == null ? new Status(0, null, null) : status);
  }

  /**
   * Converts a scale from autoscaling/v1.
   *
   * @throws IllegalArgumentException if the selector is malformed
   */
  public static ScaleV1beta1 of(ScaleV1 scale, String apiVersion) {
    String selector = scale.status().selector();
    return new ScaleV1beta1(
        ScaleV1.KIND,
        apiVersion,
        scale.metadata(),
        scale.spec(),
        new Status(
            scale.status().replicas(), selector == null ? null : equalities(selector), selector));
  }

  /**
   * Returns the scale in the internal model.
   *
   * @throws IllegalArgumentException if the selector has invalid labels
   */
  public Scale toScale() {
    return ScaleV1.of(metadata, spec, new ScaleV1.Status(status.replicas(), selectorText()))
        .toScale();
  }

  private @Nullable String selectorText() {
    String text = status.targetSelector();
    Map<String, String> labels = status.selector();
    if ((text != null && !text.isEmpty()) || labels == null) {
      return text;
    }
    return new LabelSelector(labels, null).toSelector().toString();
  }

  /** The labels of the selector; null if it has requirements other than equality. */
  private static @Nullable Map<String, String> equalities(String selector) {
    List<Selector.Requirement> requirements = Selector.parse(selector).requirements();
    Map<String, String> labels = new HashMap<>();
    for (Selector.Requirement requirement : requirements) {
      if (requirement.operator() != Selector.Operator.EQUALS
          && requirement.operator() != Selector.Operator.DOUBLE_EQUALS) {
        return null;
      }
      labels.put(requirement.key(), requirement.values().getFirst());
    }
    return labels;
  }

  /**
   * The observed state.
   *
   * @param replicas observed replicas
   * @param selector labels of the pods; null if the selector has other requirements
   * @param targetSelector label selector of the pods as a string
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Status(
      @JsonInclude(JsonInclude.Include.ALWAYS) int replicas,
      @Nullable Map<String, String> selector,
      @Nullable String targetSelector) {}
}
