package dev.hpa.core;

import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.Selector;
import dev.hpa.core.pods.Selection;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The pods and metrics that a reconcile has to read before it can decide. Immutable. */
public sealed interface Plan {

  /** Nothing to read: the target has 0 replicas and was not scaled to zero by its autoscaler. */
  record Disabled() implements Plan {}

  /**
   * Nothing to read: the replicas are outside minReplicas and maxReplicas and are set to the nearer
   * bound.
   */
  record Clamp(int replicas, String reason) implements Plan {}

  /** Nothing to read: the scale has no usable selector. */
  record Unselectable(String eventReason, String eventMessage, String message, String error)
      implements Plan {}

  /** Nothing to read: the autoscaler has been deleted since its reconcile began. */
  record Deleted() implements Plan {}

  /** The pods of the target, the autoscalers that select them, and the metrics. */
  record Measure(Selector pods, List<PlannedMetric> metrics) implements Plan {

    public Measure {
      metrics = List.copyOf(metrics);
    }

    /**
     * The queries to send: one for each valid metric, in the order of the spec.
     *
     * @param selection the pods; no metric of an ambiguous selection is read
     */
    public List<MetricQuery> queries(Selection selection) {
      return selection.isAmbiguous() ? List.of() : queries();
    }

    /** One query for each valid metric, in the order of the spec. */
    public List<MetricQuery> queries() {
      List<MetricQuery> queries = new ArrayList<>(metrics.size());
      for (PlannedMetric each : metrics) {
        if (each instanceof Queried queried) {
          queries.add(queried.query());
        }
      }
      return Collections.unmodifiableList(queries);
    }

    /**
     * The metrics with their results.
     *
     * @param results one for each of the {@link #queries()}, in their order
     * @throws IllegalArgumentException if there are fewer or more results than queries
     */
    public List<MeasuredMetric> measured(List<MetricResult> results) {
      List<MeasuredMetric> measured = new ArrayList<>(metrics.size());
      int read = 0;
      for (PlannedMetric metric : metrics) {
        if (metric instanceof Queried queried) {
          if (read == results.size()) {
            throw new IllegalArgumentException("fewer results than queries");
          }
          measured.add(new MeasuredMetric.Read(queried, results.get(read++)));
        } else {
          measured.add(new MeasuredMetric.Unread(metric));
        }
      }
      if (read < results.size()) {
        throw new IllegalArgumentException("more results than queries");
      }
      return List.copyOf(measured);
    }
  }

  /** A metric of the spec, parsed. */
  sealed interface PlannedMetric {

    /** The metric as the autoscaler specifies it. */
    MetricSpec spec();
  }

  /** A metric that can be read. */
  sealed interface Queried extends PlannedMetric {

    /** The query to the metrics provider. */
    MetricQuery query();
  }

  /** A Resource or ContainerResource metric. */
  record ResourceMetric(MetricSpec spec, MetricQuery.PodResource query, PerPodTarget target)
      implements Queried {}

  /** A Pods metric. Its target is 0 where the spec has none. */
  record PodsMetric(
      MetricSpec spec, MetricQuery.PodMetric query, MetricIdentifier metric, AverageValue target)
      implements Queried {}

  /** An Object metric. */
  record ObjectMetric(
      MetricSpec spec,
      MetricQuery.ObjectMetric query,
      MetricSpec.ObjectMetric source,
      TotalTarget target)
      implements Queried {}

  /** An External metric. */
  record ExternalMetric(
      MetricSpec spec,
      MetricQuery.ExternalMetric query,
      MetricIdentifier metric,
      TotalTarget target)
      implements Queried {}

  /**
   * A metric whose spec is invalid.
   *
   * @param problem upstream's message
   */
  record InvalidMetric(MetricSpec spec, String problem) implements PlannedMetric {}

  /** A metric of an unknown type, or without the source that its type requires. */
  record UnknownMetric(MetricSpec spec) implements PlannedMetric {}

  /** The target of a metric that has a value per pod. */
  sealed interface PerPodTarget {}

  /** The target of a metric that has one value for all pods. */
  sealed interface TotalTarget {}

  /** An average per pod, in milli-units. */
  record AverageValue(long milli) implements PerPodTarget, TotalTarget {}

  /** An average utilization, in percent of the pods' requests. */
  record Utilization(int percent) implements PerPodTarget {}

  /** A total, in milli-units. */
  record Value(long milli) implements TotalTarget {}
}
