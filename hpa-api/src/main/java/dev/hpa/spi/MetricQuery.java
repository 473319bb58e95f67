package dev.hpa.spi;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query for the current value of one metric. Queries are values: autoscalers that need the same
 * metric have equal queries, which one call can serve. They are compared with those of their kind,
 * because users choose their names and with them their hash codes.
 */
public sealed interface MetricQuery {

  /** The namespace of the autoscaler. */
  String namespace();

  /** The kind, which determines the provider. */
  Kind kind();

  /** The kinds of queries; each is routed to one provider by {@code --metric-route}. */
  enum Kind {
    /** {@code resource}: usage of pods, for (Container)Resource metrics: {@link PodResource}. */
    POD_RESOURCE,
    /** {@code pods}: a custom metric of pods, for Pods metrics: {@link PodMetric}. */
    POD_METRIC,
    /** {@code object}: a custom metric of one object: {@link ObjectMetric}. */
    OBJECT_METRIC,
    /** {@code external}: a metric from outside the cluster: {@link ExternalMetric}. */
    EXTERNAL_METRIC
  }

  /**
   * The resource usage of each pod. The result is {@link MetricReading.PodValues}.
   *
   * @param pods selects the pods
   * @param resource resource name, for example {@code cpu} or {@code memory}
   * @param container the container to measure; null for the sum over all containers of a pod, where
   *     a pod with a container without a sample has no value
   */
  record PodResource(String namespace, Selector pods, String resource, @Nullable String container)
      implements MetricQuery, Comparable<PodResource> {

    private static final Comparator<PodResource> ORDER =
        Comparator.comparing(PodResource::namespace)
            .thenComparing(PodResource::resource)
            .thenComparing(query -> Objects.requireNonNullElse(query.container, ""))
            .thenComparing(PodResource::pods);

    @Override
    public int compareTo(PodResource other) {
      return ORDER.compare(this, other);
    }

    @Override
    public Kind kind() {
      return Kind.POD_RESOURCE;
    }

    /** Written out, like {@link #hashCode}, as in {@link NamespacedName}. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof PodResource that
          && namespace.equals(that.namespace)
          && resource.equals(that.resource)
          && Objects.equals(container, that.container)
          && pods.equals(that.pods);
    }

    @Override
    public int hashCode() {
      int hash = 31 * namespace.hashCode() + resource.hashCode();
      return 31 * (31 * hash + Objects.hashCode(container)) + pods.hashCode();
    }
  }

  /**
   * A custom metric of each pod. The result is {@link MetricReading.PodValues}.
   *
   * @param pods selects the pods
   * @param metric metric name
   * @param series selects the series of the metric; {@link Selector#everything} if the autoscaler
   *     has no metric selector
   */
  record PodMetric(String namespace, Selector pods, String metric, Selector series)
      implements MetricQuery, Comparable<PodMetric> {

    private static final Comparator<PodMetric> ORDER =
        Comparator.comparing(PodMetric::namespace)
            .thenComparing(PodMetric::metric)
            .thenComparing(PodMetric::series)
            .thenComparing(PodMetric::pods);

    @Override
    public int compareTo(PodMetric other) {
      return ORDER.compare(this, other);
    }

    @Override
    public Kind kind() {
      return Kind.POD_METRIC;
    }
  }

  /**
   * A custom metric of one object. The result is {@link MetricReading.SingleValue}.
   *
   * @param object the described object
   * @param metric metric name
   * @param series selects the series of the metric; {@link Selector#everything} if the autoscaler
   *     has no metric selector
   */
  record ObjectMetric(
      String namespace, CrossVersionObjectReference object, String metric, Selector series)
      implements MetricQuery, Comparable<ObjectMetric> {

    private static final Comparator<ObjectMetric> ORDER =
        Comparator.comparing(ObjectMetric::namespace)
            .thenComparing(ObjectMetric::metric)
            .thenComparing(query -> query.object.name())
            .thenComparing(query -> query.object.kind())
            .thenComparing(query -> query.object.apiVersionOrEmpty())
            .thenComparing(ObjectMetric::series);

    @Override
    public int compareTo(ObjectMetric other) {
      return ORDER.compare(this, other);
    }

    @Override
    public Kind kind() {
      return Kind.OBJECT_METRIC;
    }
  }

  /**
   * A metric from outside the cluster. The result is {@link MetricReading.Series}.
   *
   * @param metric metric name
   * @param series selects the series of the metric
   * @param selector the metric selector as in the spec, for messages only; null if there is none
   */
  record ExternalMetric(
      String namespace, String metric, Selector series, @Nullable LabelSelector selector)
      implements MetricQuery, Comparable<ExternalMetric> {

    private static final Comparator<ExternalMetric> ORDER =
        Comparator.comparing(ExternalMetric::namespace)
            .thenComparing(ExternalMetric::metric)
            .thenComparing(ExternalMetric::series)
            .thenComparing(query -> String.valueOf(query.selector));

    @Override
    public int compareTo(ExternalMetric other) {
      return ORDER.compare(this, other);
    }

    @Override
    public Kind kind() {
      return Kind.EXTERNAL_METRIC;
    }
  }
}
