package dev.hpa.api.flat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The last value of one metric in flat form. A value that is unset in the hub is 0 in this form.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlatMetricStatus(
    String type,
    @Nullable ObjectStatus object,
    @Nullable PodsStatus pods,
    @Nullable ResourceStatus resource,
    @Nullable ContainerResourceStatus containerResource,
    @Nullable ExternalStatus external) {

  @JsonCreator
  static FlatMetricStatus decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("object") @Nullable ObjectStatus object,
      @JsonProperty("pods") @Nullable PodsStatus pods,
      @JsonProperty("resource") @Nullable ResourceStatus resource,
      @JsonProperty("containerResource") @Nullable ContainerResourceStatus containerResource,
      @JsonProperty("external") @Nullable ExternalStatus external) {
    return new FlatMetricStatus(
        type == null ? "" : type, object, pods, resource, containerResource, external);
  }

  /** Converts from the hub version. */
  public static FlatMetricStatus fromHub(MetricStatus hub) {
    return new FlatMetricStatus(
        hub.type(),
        hub.object() == null ? null : ObjectStatus.fromHub(hub.object()),
        hub.pods() == null ? null : PodsStatus.fromHub(hub.pods()),
        hub.resource() == null ? null : ResourceStatus.fromHub(hub.resource()),
        hub.containerResource() == null
            ? null
            : ContainerResourceStatus.fromHub(hub.containerResource()),
        hub.external() == null ? null : ExternalStatus.fromHub(hub.external()));
  }

  /** Converts to the hub version. */
  public MetricStatus toHub() {
    return new MetricStatus(
        type,
        object == null ? null : object.toHub(),
        pods == null ? null : pods.toHub(),
        resource == null ? null : resource.toHub(),
        containerResource == null ? null : containerResource.toHub(),
        external == null ? null : external.toHub());
  }

  /** The value of a metric of another object. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ObjectStatus(
      CrossVersionObjectReference target,
      String metricName,
      Quantity currentValue,
      @Nullable LabelSelector selector,
      @Nullable Quantity averageValue) {

    @JsonCreator
    static ObjectStatus decode(
        @JsonProperty("target") @Nullable CrossVersionObjectReference target,
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("currentValue") @Nullable Quantity currentValue,
        @JsonProperty("selector") @Nullable LabelSelector selector,
        @JsonProperty("averageValue") @Nullable Quantity averageValue) {
      return new ObjectStatus(
          target == null ? CrossVersionObjectReference.EMPTY : target,
          metricName == null ? "" : metricName,
          orZero(currentValue),
          selector,
          averageValue);
    }

    static ObjectStatus fromHub(MetricStatus.ObjectStatus hub) {
      return new ObjectStatus(
          hub.describedObject(),
          hub.metric().name(),
          orZero(hub.current().value()),
          hub.metric().selector(),
          hub.current().averageValue());
    }

    MetricStatus.ObjectStatus toHub() {
      return new MetricStatus.ObjectStatus(
          new MetricIdentifier(metricName, selector),
          new MetricValueStatus(currentValue, averageValue, null),
          target);
    }
  }

  /** The average value of a custom metric of the pods. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodsStatus(
      String metricName, Quantity currentAverageValue, @Nullable LabelSelector selector) {

    @JsonCreator
    static PodsStatus decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue,
        @JsonProperty("selector") @Nullable LabelSelector selector) {
      return new PodsStatus(
          metricName == null ? "" : metricName, orZero(currentAverageValue), selector);
    }

    static PodsStatus fromHub(MetricStatus.PodsStatus hub) {
      return new PodsStatus(
          hub.metric().name(), orZero(hub.current().averageValue()), hub.metric().selector());
    }

    MetricStatus.PodsStatus toHub() {
      return new MetricStatus.PodsStatus(
          new MetricIdentifier(metricName, selector),
          MetricValueStatus.averageValue(currentAverageValue));
    }
  }

  /** The average usage of a resource by the pods. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResourceStatus(
      String name, @Nullable Integer currentAverageUtilization, Quantity currentAverageValue) {

    @JsonCreator
    static ResourceStatus decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("currentAverageUtilization") @Nullable Integer currentAverageUtilization,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue) {
      return new ResourceStatus(
          name == null ? "" : name, currentAverageUtilization, orZero(currentAverageValue));
    }

    static ResourceStatus fromHub(MetricStatus.ResourceStatus hub) {
      return new ResourceStatus(
          hub.name(), hub.current().averageUtilization(), orZero(hub.current().averageValue()));
    }

    MetricStatus.ResourceStatus toHub() {
      return new MetricStatus.ResourceStatus(
          name, new MetricValueStatus(null, currentAverageValue, currentAverageUtilization));
    }
  }

  /** The average usage of a resource by one container of the pods. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ContainerResourceStatus(
      String name,
      @Nullable Integer currentAverageUtilization,
      Quantity currentAverageValue,
      String container) {

    @JsonCreator
    static ContainerResourceStatus decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("currentAverageUtilization") @Nullable Integer currentAverageUtilization,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue,
        @JsonProperty("container") @Nullable String container) {
      return new ContainerResourceStatus(
          name == null ? "" : name,
          currentAverageUtilization,
          orZero(currentAverageValue),
          container == null ? "" : container);
    }

    static ContainerResourceStatus fromHub(MetricStatus.ContainerResourceStatus hub) {
      return new ContainerResourceStatus(
          hub.name(),
          hub.current().averageUtilization(),
          orZero(hub.current().averageValue()),
          hub.container());
    }

    MetricStatus.ContainerResourceStatus toHub() {
      return new MetricStatus.ContainerResourceStatus(
          name,
          new MetricValueStatus(null, currentAverageValue, currentAverageUtilization),
          container);
    }
  }

  /** The value of a metric from outside the cluster. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ExternalStatus(
      String metricName,
      @Nullable LabelSelector metricSelector,
      Quantity currentValue,
      @Nullable Quantity currentAverageValue) {

    @JsonCreator
    static ExternalStatus decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("metricSelector") @Nullable LabelSelector metricSelector,
        @JsonProperty("currentValue") @Nullable Quantity currentValue,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue) {
      return new ExternalStatus(
          metricName == null ? "" : metricName,
          metricSelector,
          orZero(currentValue),
          currentAverageValue);
    }

    static ExternalStatus fromHub(MetricStatus.ExternalStatus hub) {
      return new ExternalStatus(
          hub.metric().name(),
          hub.metric().selector(),
          orZero(hub.current().value()),
          hub.current().averageValue());
    }

    MetricStatus.ExternalStatus toHub() {
      return new MetricStatus.ExternalStatus(
          new MetricIdentifier(metricName, metricSelector),
          new MetricValueStatus(currentValue, currentAverageValue, null));
    }
  }

  private static Quantity orZero(@Nullable Quantity value) {
    return value == null ? Quantity.ZERO : value;
  }
}
