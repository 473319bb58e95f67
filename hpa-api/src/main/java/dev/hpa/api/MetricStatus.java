package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The last value of one metric; {@link #BLANK} for a metric that cannot be read. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricStatus(
    String type,
    @Nullable ObjectStatus object,
    @Nullable PodsStatus pods,
    @Nullable ResourceStatus resource,
    @Nullable ContainerResourceStatus containerResource,
    @Nullable ExternalStatus external) {

  /** A placeholder for a metric that cannot be read, so that later entries keep their index. */
  public static final MetricStatus BLANK = new MetricStatus("", null, null, null, null, null);

  @JsonCreator
  static MetricStatus decode(
      @JsonProperty("type") @Nullable String type,
      @JsonProperty("object") @Nullable ObjectStatus object,
      @JsonProperty("pods") @Nullable PodsStatus pods,
      @JsonProperty("resource") @Nullable ResourceStatus resource,
      @JsonProperty("containerResource") @Nullable ContainerResourceStatus containerResource,
      @JsonProperty("external") @Nullable ExternalStatus external) {
    return new MetricStatus(
        type == null ? "" : type, object, pods, resource, containerResource, external);
  }

  /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MetricStatus that
        && type.equals(that.type)
        && Objects.equals(object, that.object)
        && Objects.equals(pods, that.pods)
        && Objects.equals(resource, that.resource)
        && Objects.equals(containerResource, that.containerResource)
        && Objects.equals(external, that.external);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, object, pods, resource, containerResource, external);
  }

  public static MetricStatus of(ObjectStatus source) {
    return new MetricStatus(MetricSpec.OBJECT, source, null, null, null, null);
  }

  public static MetricStatus of(PodsStatus source) {
    return new MetricStatus(MetricSpec.PODS, null, source, null, null, null);
  }

  public static MetricStatus of(ResourceStatus source) {
    return new MetricStatus(MetricSpec.RESOURCE, null, null, source, null, null);
  }

  public static MetricStatus of(ContainerResourceStatus source) {
    return new MetricStatus(MetricSpec.CONTAINER_RESOURCE, null, null, null, source, null);
  }

  public static MetricStatus of(ExternalStatus source) {
    return new MetricStatus(MetricSpec.EXTERNAL, null, null, null, null, source);
  }

  /** A metric value; the target type determines which fields are set. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MetricValueStatus(
      @Nullable Quantity value,
      @Nullable Quantity averageValue,
      @Nullable Integer averageUtilization) {

    static final MetricValueStatus EMPTY = new MetricValueStatus(null, null, null);

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MetricValueStatus that
          && Objects.equals(value, that.value)
          && Objects.equals(averageValue, that.averageValue)
          && Objects.equals(averageUtilization, that.averageUtilization);
    }

    @Override
    public int hashCode() {
      return Objects.hash(value, averageValue, averageUtilization);
    }

    static MetricValueStatus orEmpty(@Nullable MetricValueStatus value) {
      return value == null ? EMPTY : value;
    }

    public static MetricValueStatus value(Quantity value) {
      return new MetricValueStatus(value, null, null);
    }

    public static MetricValueStatus averageValue(Quantity value) {
      return new MetricValueStatus(null, value, null);
    }
  }

  public record ObjectStatus(
      MetricIdentifier metric,
      MetricValueStatus current,
      CrossVersionObjectReference describedObject) {
    @JsonCreator
    static ObjectStatus decode(
        @JsonProperty("metric") @Nullable MetricIdentifier metric,
        @JsonProperty("current") @Nullable MetricValueStatus current,
        @JsonProperty("describedObject") @Nullable CrossVersionObjectReference describedObject) {
      return new ObjectStatus(
          MetricIdentifier.orEmpty(metric),
          MetricValueStatus.orEmpty(current),
          describedObject == null ? CrossVersionObjectReference.EMPTY : describedObject);
    }
  }

  public record PodsStatus(MetricIdentifier metric, MetricValueStatus current) {
    @JsonCreator
    static PodsStatus decode(
        @JsonProperty("metric") @Nullable MetricIdentifier metric,
        @JsonProperty("current") @Nullable MetricValueStatus current) {
      return new PodsStatus(MetricIdentifier.orEmpty(metric), MetricValueStatus.orEmpty(current));
    }
  }

  public record ResourceStatus(String name, MetricValueStatus current) {

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ResourceStatus that
          && name.equals(that.name)
          && current.equals(that.current);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + current.hashCode();
    }

    @JsonCreator
    static ResourceStatus decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("current") @Nullable MetricValueStatus current) {
      return new ResourceStatus(name == null ? "" : name, MetricValueStatus.orEmpty(current));
    }
  }

  public record ContainerResourceStatus(String name, MetricValueStatus current, String container) {
    @JsonCreator
    static ContainerResourceStatus decode(
        @JsonProperty("name") @Nullable String name,
        @JsonProperty("current") @Nullable MetricValueStatus current,
        @JsonProperty("container") @Nullable String container) {
      return new ContainerResourceStatus(
          name == null ? "" : name,
          MetricValueStatus.orEmpty(current),
          container == null ? "" : container);
    }
  }

  public record ExternalStatus(MetricIdentifier metric, MetricValueStatus current) {
    @JsonCreator
    static ExternalStatus decode(
        @JsonProperty("metric") @Nullable MetricIdentifier metric,
        @JsonProperty("current") @Nullable MetricValueStatus current) {
      return new ExternalStatus(
          MetricIdentifier.orEmpty(metric), MetricValueStatus.orEmpty(current));
    }
  }
}
