package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code spec.metrics}. {@code type} names the source; it is an open string, because
 * the API decodes any value and only validation rejects unknown ones.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricSpec(
    String type,
    @Nullable ObjectMetric object,
    @Nullable PodsMetric pods,
    @Nullable ResourceMetric resource,
    @Nullable ContainerResourceMetric containerResource,
    @Nullable ExternalMetric external) {

  public static final String OBJECT = "Object";
  public static final String PODS = "Pods";
  public static final String RESOURCE = "Resource";
  public static final String CONTAINER_RESOURCE = "ContainerResource";
  public static final String EXTERNAL = "External";

  /** All types, ascending. */
  public static final List<String> TYPES =
      List.of(CONTAINER_RESOURCE, EXTERNAL, OBJECT, PODS, RESOURCE);

  @JsonCreator
  static MetricSpec decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("object") @Nullable ObjectMetric object,
      @JsonProperty("pods") @Nullable PodsMetric pods,
      @JsonProperty("resource") @Nullable ResourceMetric resource,
      @JsonProperty("containerResource") @Nullable ContainerResourceMetric containerResource,
      @JsonProperty("external") @Nullable ExternalMetric external) {
    return new MetricSpec(
        type == null ? "" : type, object, pods, resource, containerResource, external);
  }

  public static MetricSpec of(ObjectMetric source) {
    return new MetricSpec(OBJECT, source, null, null, null, null);
  }

  public static MetricSpec of(PodsMetric source) {
    return new MetricSpec(PODS, null, source, null, null, null);
  }

  public static MetricSpec of(ResourceMetric source) {
    return new MetricSpec(RESOURCE, null, null, source, null, null);
  }

  public static MetricSpec of(ContainerResourceMetric source) {
    return new MetricSpec(CONTAINER_RESOURCE, null, null, null, source, null);
  }

  public static MetricSpec of(ExternalMetric source) {
    return new MetricSpec(EXTERNAL, null, null, null, null, source);
  }

  /** The name of the metric or the resource; empty for a metric without a source. */
  public String metricName() {
    if (pods != null) {
      return pods.metric().name();
    }
    if (object != null) {
      return object.metric().name();
    }
    return external == null ? resourceName() : external.metric().name();
  }

  /** The name of the resource; empty for metrics that are not the usage of one. */
  public String resourceName() {
    if (containerResource != null) {
      return containerResource.name();
    }
    return resource == null ? "" : resource.name();
  }

  /** The target; one without a type and a value for a metric without a source. */
  public MetricTarget target() {
    if (resource != null) {
      return resource.target();
    }
    if (containerResource != null) {
      return containerResource.target();
    }
    if (pods != null) {
      return pods.target();
    }
    if (object != null) {
      return object.target();
    }
    return external == null ? MetricTarget.orEmpty(null) : external.target();
  }

  /** A copy with another target; the same for a metric without a source. */
  public MetricSpec withTarget(MetricTarget value) {
    if (resource != null) {
      return of(new ResourceMetric(resource.name(), value));
    }
    if (containerResource != null) {
      return of(
          new ContainerResourceMetric(
              containerResource.name(), value, containerResource.container()));
    }
    if (pods != null) {
      return of(new PodsMetric(pods.metric(), value));
    }
    if (object != null) {
      return of(new ObjectMetric(object.describedObject(), value, object.metric()));
    }
    return external == null ? this : of(new ExternalMetric(external.metric(), value));
  }

  /** A metric of another object, for example requests per second of an Ingress. */
  public record ObjectMetric(
      CrossVersionObjectReference describedObject, MetricTarget target, MetricIdentifier metric) {
    @JsonCreator
    static ObjectMetric decode(
        @JsonProperty("describedObject") @Nullable CrossVersionObjectReference describedObject,
        @JsonProperty("target") @Nullable MetricTarget target,
        @JsonProperty("metric") @Nullable MetricIdentifier metric) {
      return new ObjectMetric(
          describedObject == null ? CrossVersionObjectReference.EMPTY : describedObject,
          MetricTarget.orEmpty(target),
          MetricIdentifier.orEmpty(metric));
    }
  }

  /** A custom metric of each pod of the target. */
  public record PodsMetric(MetricIdentifier metric, MetricTarget target) {
    @JsonCreator
    static PodsMetric decode(
        @JsonProperty("metric") @Nullable MetricIdentifier metric,
        @JsonProperty("target") @Nullable MetricTarget target) {
      return new PodsMetric(MetricIdentifier.orEmpty(metric), MetricTarget.orEmpty(target));
    }
  }

  /**
   * A resource metric: usage of CPU, memory or another resource, summed over the containers of each
   * pod.
   */
  public record ResourceMetric(String name, MetricTarget target) {
    @JsonCreator
    static ResourceMetric decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("target") @Nullable MetricTarget target) {
      return new ResourceMetric(name == null ? "" : name, MetricTarget.orEmpty(target));
    }
  }

  /** A resource metric of one container of each pod. */
  public record ContainerResourceMetric(String name, MetricTarget target, String container) {
    @JsonCreator
    static ContainerResourceMetric decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("target") @Nullable MetricTarget target,
        @JsonProperty("container") @Nullable String container) {
      return new ContainerResourceMetric(
          name == null ? "" : name,
          MetricTarget.orEmpty(target),
          container == null ? "" : container);
    }
  }

  /** A metric from outside the cluster, for example the length of a queue. */
  public record ExternalMetric(MetricIdentifier metric, MetricTarget target) {
    @JsonCreator
    static ExternalMetric decode(
        @JsonProperty("metric") @Nullable MetricIdentifier metric,
        @JsonProperty("target") @Nullable MetricTarget target) {
      return new ExternalMetric(MetricIdentifier.orEmpty(metric), MetricTarget.orEmpty(target));
    }
  }
}
