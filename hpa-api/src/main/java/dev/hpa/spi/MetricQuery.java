package dev.hpa.spi;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.Selector;
import org.jspecify.annotations.Nullable;

/**
 * A question to a metrics source. Queries are values: two autoscalers that ask the same have equal
 * queries, and a provider may answer them with one call.
 */
public sealed interface MetricQuery {

  /** The namespace of the autoscaler that asks. */
  String namespace();

  /** Which kind of source can answer. */
  Kind kind();

  /** The kinds of queries; each is routed to one provider. */
  enum Kind {
    /** Use of a resource by pods: {@link PodResource}. */
    POD_RESOURCE,
    /** A custom number per pod: {@link PodMetric}. */
    POD_METRIC,
    /** A custom number of one object: {@link ObjectMetric}. */
    OBJECT_METRIC,
    /** Numbers from outside the cluster: {@link ExternalMetric}. */
    EXTERNAL_METRIC
  }

  /**
   * How much of a resource each pod uses. Answered with {@link MetricReading.PodValues}.
   *
   * @param pods which pods
   * @param resource {@code cpu}, {@code memory}, …
   * @param container the one container that counts; unset: the sum over all containers of a pod,
   *     and a pod of which one container lacks the resource has no value
   */
  record PodResource(String namespace, Selector pods, String resource, @Nullable String container)
      implements MetricQuery {
    @Override
    public Kind kind() {
      return Kind.POD_RESOURCE;
    }
  }

  /** A named number of each pod. Answered with {@link MetricReading.PodValues}. */
  record PodMetric(String namespace, Selector pods, String metric, Selector series)
      implements MetricQuery {
    @Override
    public Kind kind() {
      return Kind.POD_METRIC;
    }
  }

  /** A named number of one object. Answered with {@link MetricReading.SingleValue}. */
  record ObjectMetric(
      String namespace, CrossVersionObjectReference object, String metric, Selector series)
      implements MetricQuery {
    @Override
    public Kind kind() {
      return Kind.OBJECT_METRIC;
    }
  }

  /**
   * The series of a metric outside the cluster. Answered with {@link MetricReading.Series}.
   *
   * @param selector the selector as the user wrote it; unset means all series
   */
  record ExternalMetric(
      String namespace, String metric, Selector series, @Nullable LabelSelector selector)
      implements MetricQuery {
    @Override
    public Kind kind() {
      return Kind.EXTERNAL_METRIC;
    }
  }
}
