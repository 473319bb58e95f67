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
 * The last reading of one metric in flat shape; where the hub knows no value, this shape has zero.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlatMetricStatus(
    String type,
    @Nullable ObjectReading object,
    @Nullable PodsReading pods,
    @Nullable ResourceReading resource,
    @Nullable ContainerResourceReading containerResource,
    @Nullable ExternalReading external) {

  @JsonCreator
  static FlatMetricStatus decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("object") @Nullable ObjectReading object,
      @JsonProperty("pods") @Nullable PodsReading pods,
      @JsonProperty("resource") @Nullable ResourceReading resource,
      @JsonProperty("containerResource") @Nullable ContainerResourceReading containerResource,
      @JsonProperty("external") @Nullable ExternalReading external) {
    return new FlatMetricStatus(
        type == null ? "" : type, object, pods, resource, containerResource, external);
  }

  /** The flat shape of a hub reading. */
  public static FlatMetricStatus fromHub(MetricStatus hub) {
    return new FlatMetricStatus(
        hub.type(),
        hub.object() == null ? null : ObjectReading.fromHub(hub.object()),
        hub.pods() == null ? null : PodsReading.fromHub(hub.pods()),
        hub.resource() == null ? null : ResourceReading.fromHub(hub.resource()),
        hub.containerResource() == null
            ? null
            : ContainerResourceReading.fromHub(hub.containerResource()),
        hub.external() == null ? null : ExternalReading.fromHub(hub.external()));
  }

  /** The hub reading of this shape. */
  public MetricStatus toHub() {
    return new MetricStatus(
        type,
        object == null ? null : object.toHub(),
        pods == null ? null : pods.toHub(),
        resource == null ? null : resource.toHub(),
        containerResource == null ? null : containerResource.toHub(),
        external == null ? null : external.toHub());
  }

  /** The reading of a metric of another object. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ObjectReading(
      CrossVersionObjectReference target,
      String metricName,
      Quantity currentValue,
      @Nullable LabelSelector selector,
      @Nullable Quantity averageValue) {

    @JsonCreator
    static ObjectReading decode(
        @JsonProperty("target") @Nullable CrossVersionObjectReference target,
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("currentValue") @Nullable Quantity currentValue,
        @JsonProperty("selector") @Nullable LabelSelector selector,
        @JsonProperty("averageValue") @Nullable Quantity averageValue) {
      return new ObjectReading(
          target == null ? CrossVersionObjectReference.EMPTY : target,
          metricName == null ? "" : metricName,
          orZero(currentValue),
          selector,
          averageValue);
    }

    static ObjectReading fromHub(MetricStatus.ObjectStatus hub) {
      return new ObjectReading(
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

  /** The reading of a metric of the pods. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodsReading(
      String metricName, Quantity currentAverageValue, @Nullable LabelSelector selector) {

    @JsonCreator
    static PodsReading decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue,
        @JsonProperty("selector") @Nullable LabelSelector selector) {
      return new PodsReading(
          metricName == null ? "" : metricName, orZero(currentAverageValue), selector);
    }

    static PodsReading fromHub(MetricStatus.PodsStatus hub) {
      return new PodsReading(
          hub.metric().name(), orZero(hub.current().averageValue()), hub.metric().selector());
    }

    MetricStatus.PodsStatus toHub() {
      return new MetricStatus.PodsStatus(
          new MetricIdentifier(metricName, selector),
          MetricValueStatus.averageValue(currentAverageValue));
    }
  }

  /** The reading of a resource of all containers. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResourceReading(
      String name, @Nullable Integer currentAverageUtilization, Quantity currentAverageValue) {

    @JsonCreator
    static ResourceReading decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("currentAverageUtilization") @Nullable Integer currentAverageUtilization,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue) {
      return new ResourceReading(
          name == null ? "" : name, currentAverageUtilization, orZero(currentAverageValue));
    }

    static ResourceReading fromHub(MetricStatus.ResourceStatus hub) {
      return new ResourceReading(
          hub.name(), hub.current().averageUtilization(), orZero(hub.current().averageValue()));
    }

    MetricStatus.ResourceStatus toHub() {
      return new MetricStatus.ResourceStatus(
          name, new MetricValueStatus(null, currentAverageValue, currentAverageUtilization));
    }
  }

  /** The reading of a resource of one container. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ContainerResourceReading(
      String name,
      @Nullable Integer currentAverageUtilization,
      Quantity currentAverageValue,
      String container) {

    @JsonCreator
    static ContainerResourceReading decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("currentAverageUtilization") @Nullable Integer currentAverageUtilization,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue,
        @JsonProperty("container") @Nullable String container) {
      return new ContainerResourceReading(
          name == null ? "" : name,
          currentAverageUtilization,
          orZero(currentAverageValue),
          container == null ? "" : container);
    }

    static ContainerResourceReading fromHub(MetricStatus.ContainerResourceStatus hub) {
      return new ContainerResourceReading(
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

  /** The reading of a metric from outside the cluster. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ExternalReading(
      String metricName,
      @Nullable LabelSelector metricSelector,
      Quantity currentValue,
      @Nullable Quantity currentAverageValue) {

    @JsonCreator
    static ExternalReading decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("metricSelector") @Nullable LabelSelector metricSelector,
        @JsonProperty("currentValue") @Nullable Quantity currentValue,
        @JsonProperty("currentAverageValue") @Nullable Quantity currentAverageValue) {
      return new ExternalReading(
          metricName == null ? "" : metricName,
          metricSelector,
          orZero(currentValue),
          currentAverageValue);
    }

    static ExternalReading fromHub(MetricStatus.ExternalStatus hub) {
      return new ExternalReading(
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
