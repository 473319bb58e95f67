package dev.hpa.api.flat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code spec.metrics} in flat form. It has no target type; conversion to the hub
 * derives the type from the fields that are set.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlatMetricSpec(
    String type,
    @Nullable ObjectSource object,
    @Nullable PodsSource pods,
    @Nullable ResourceSource resource,
    @Nullable ContainerResourceSource containerResource,
    @Nullable ExternalSource external) {

  @JsonCreator
  static FlatMetricSpec decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("object") @Nullable ObjectSource object,
      @JsonProperty("pods") @Nullable PodsSource pods,
      @JsonProperty("resource") @Nullable ResourceSource resource,
      @JsonProperty("containerResource") @Nullable ContainerResourceSource containerResource,
      @JsonProperty("external") @Nullable ExternalSource external) {
    return new FlatMetricSpec(
        type == null ? "" : type, object, pods, resource, containerResource, external);
  }

  /** Converts from the hub version. */
  public static FlatMetricSpec fromHub(MetricSpec hub, FlatConversionOptions options) {
    return new FlatMetricSpec(
        hub.type(),
        hub.object() == null ? null : ObjectSource.fromHub(hub.object()),
        hub.pods() == null ? null : PodsSource.fromHub(hub.pods()),
        hub.resource() == null ? null : ResourceSource.fromHub(hub.resource()),
        hub.containerResource() == null
            ? null
            : ContainerResourceSource.fromHub(hub.containerResource(), options),
        hub.external() == null ? null : ExternalSource.fromHub(hub.external()));
  }

  /** Converts to the hub version. */
  public MetricSpec toHub(FlatConversionOptions options) {
    return new MetricSpec(
        type,
        object == null ? null : object.toHub(options),
        pods == null ? null : pods.toHub(),
        resource == null ? null : resource.toHub(),
        containerResource == null ? null : containerResource.toHub(options),
        external == null ? null : external.toHub());
  }

  /** A metric of another object. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ObjectSource(
      CrossVersionObjectReference target,
      String metricName,
      Quantity targetValue,
      @Nullable LabelSelector selector,
      @Nullable Quantity averageValue) {

    @JsonCreator
    static ObjectSource decode(
        @JsonProperty("target") @Nullable CrossVersionObjectReference target,
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("targetValue") @Nullable Quantity targetValue,
        @JsonProperty("selector") @Nullable LabelSelector selector,
        @JsonProperty("averageValue") @Nullable Quantity averageValue) {
      return new ObjectSource(
          target == null ? CrossVersionObjectReference.EMPTY : target,
          metricName == null ? "" : metricName,
          targetValue == null ? Quantity.ZERO : targetValue,
          selector,
          averageValue);
    }

    static ObjectSource fromHub(MetricSpec.ObjectMetric hub) {
      Quantity value = hub.target().value();
      return new ObjectSource(
          hub.describedObject(),
          hub.metric().name(),
          value == null ? Quantity.ZERO : value,
          hub.metric().selector(),
          hub.target().averageValue());
    }

    MetricSpec.ObjectMetric toHub(FlatConversionOptions options) {
      return new MetricSpec.ObjectMetric(
          target, hubTarget(options), new MetricIdentifier(metricName, selector));
    }

    private MetricTarget hubTarget(FlatConversionOptions options) {
      if (averageValue == null) {
        return MetricTarget.value(targetValue);
      }
      boolean keepsValue = options.keepsZeroValue() || targetValue.signum() != 0;
      return new MetricTarget(
          MetricTarget.AVERAGE_VALUE, keepsValue ? targetValue : null, averageValue, null);
    }
  }

  /** A custom metric of each pod of the target. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodsSource(
      String metricName, Quantity targetAverageValue, @Nullable LabelSelector selector) {

    @JsonCreator
    static PodsSource decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("targetAverageValue") @Nullable Quantity targetAverageValue,
        @JsonProperty("selector") @Nullable LabelSelector selector) {
      return new PodsSource(
          metricName == null ? "" : metricName,
          targetAverageValue == null ? Quantity.ZERO : targetAverageValue,
          selector);
    }

    static PodsSource fromHub(MetricSpec.PodsMetric hub) {
      Quantity average = hub.target().averageValue();
      return new PodsSource(
          hub.metric().name(), average == null ? Quantity.ZERO : average, hub.metric().selector());
    }

    MetricSpec.PodsMetric toHub() {
      return new MetricSpec.PodsMetric(
          new MetricIdentifier(metricName, selector),
          MetricTarget.averageValue(targetAverageValue));
    }
  }

  /** A resource metric, summed over the containers of each pod. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResourceSource(
      String name,
      @Nullable Integer targetAverageUtilization,
      @Nullable Quantity targetAverageValue) {

    @JsonCreator
    static ResourceSource decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("targetAverageUtilization") @Nullable Integer targetAverageUtilization,
        @JsonProperty("targetAverageValue") @Nullable Quantity targetAverageValue) {
      return new ResourceSource(
          name == null ? "" : name, targetAverageUtilization, targetAverageValue);
    }

    static ResourceSource fromHub(MetricSpec.ResourceMetric hub) {
      return new ResourceSource(
          hub.name(), hub.target().averageUtilization(), hub.target().averageValue());
    }

    MetricSpec.ResourceMetric toHub() {
      return new MetricSpec.ResourceMetric(
          name, resourceTarget(targetAverageUtilization, targetAverageValue));
    }
  }

  /** A resource metric of one container of each pod. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ContainerResourceSource(
      String name,
      @Nullable Integer targetAverageUtilization,
      @Nullable Quantity targetAverageValue,
      String container) {

    @JsonCreator
    static ContainerResourceSource decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("targetAverageUtilization") @Nullable Integer targetAverageUtilization,
        @JsonProperty("targetAverageValue") @Nullable Quantity targetAverageValue,
        @JsonProperty("container") @Nullable String container) {
      return new ContainerResourceSource(
          name == null ? "" : name,
          targetAverageUtilization,
          targetAverageValue,
          container == null ? "" : container);
    }

    static ContainerResourceSource fromHub(
        MetricSpec.ContainerResourceMetric hub, FlatConversionOptions options) {
      return new ContainerResourceSource(
          hub.name(),
          hub.target().averageUtilization(),
          hub.target().averageValue(),
          options.keepsContainer() ? hub.container() : "");
    }

    MetricSpec.ContainerResourceMetric toHub(FlatConversionOptions options) {
      return new MetricSpec.ContainerResourceMetric(
          name,
          resourceTarget(targetAverageUtilization, targetAverageValue),
          options.keepsContainer() ? container : "");
    }
  }

  /** A metric from outside the cluster. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ExternalSource(
      String metricName,
      @Nullable LabelSelector metricSelector,
      @Nullable Quantity targetValue,
      @Nullable Quantity targetAverageValue) {

    @JsonCreator
    static ExternalSource decode(
        @JsonProperty("metricName") @Nullable String metricName,
        @JsonProperty("metricSelector") @Nullable LabelSelector metricSelector,
        @JsonProperty("targetValue") @Nullable Quantity targetValue,
        @JsonProperty("targetAverageValue") @Nullable Quantity targetAverageValue) {
      return new ExternalSource(
          metricName == null ? "" : metricName, metricSelector, targetValue, targetAverageValue);
    }

    static ExternalSource fromHub(MetricSpec.ExternalMetric hub) {
      return new ExternalSource(
          hub.metric().name(),
          hub.metric().selector(),
          hub.target().value(),
          hub.target().averageValue());
    }

    MetricSpec.ExternalMetric toHub() {
      String type = targetValue == null ? MetricTarget.AVERAGE_VALUE : MetricTarget.VALUE;
      return new MetricSpec.ExternalMetric(
          new MetricIdentifier(metricName, metricSelector),
          new MetricTarget(type, targetValue, targetAverageValue, null));
    }
  }

  private static MetricTarget resourceTarget(
      @Nullable Integer averageUtilization, @Nullable Quantity averageValue) {
    String type =
        averageUtilization == null ? MetricTarget.AVERAGE_VALUE : MetricTarget.UTILIZATION;
    return new MetricTarget(type, null, averageValue, averageUtilization);
  }
}
