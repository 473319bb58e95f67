package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import org.jspecify.annotations.Nullable;

/** Chooses what a cycle is about and which metrics it needs. */
public final class Planner {

  private Planner() {}

  /** The plan for an autoscaler whose target's scale has been read. */
  public static Plan plan(HorizontalPodAutoscaler hpa, Scale scale, Settings settings) {
    int current = scale.specReplicas();
    HpaSpec spec = hpa.spec();
    int min = spec.minReplicasOrDefault();
    if (current == 0) {
      return mayLeaveZero(hpa, settings) ? measure(hpa, scale) : new Plan.Disabled();
    }
    if (current > spec.maxReplicas()) {
      return new Plan.Clamp(
          spec.maxReplicas(), "Current number of replicas above Spec.MaxReplicas");
    }
    if (current < min) {
      return new Plan.Clamp(min, ReasonText.BELOW_MINIMUM);
    }
    return measure(hpa, scale);
  }

  /**
   * Zero replicas are left only by the autoscaler that went there, which its condition remembers.
   */
  private static boolean mayLeaveZero(HorizontalPodAutoscaler hpa, Settings settings) {
    return settings.scaleToZero()
        && hpa.status().isTrue(HpaCondition.SCALED_TO_ZERO)
        && (hpa.spec().minReplicasOrDefault() != 0 || hpa.spec().hasObjectOrExternalMetric());
  }

  private static Plan measure(HorizontalPodAutoscaler hpa, Scale scale) {
    if (scale.selector().isEmpty()) {
      String error = "selector is required";
      return new Plan.Unselectable(
          "SelectorRequired", error, "the HPA target's scale is missing a selector", error);
    }
    Selector pods;
    try {
      pods = Selector.parse(scale.selector());
    } catch (IllegalArgumentException failure) {
      String error =
          "couldn't convert selector into a corresponding internal selector object: "
              + failure.getMessage();
      return new Plan.Unselectable("InvalidSelector", error, error, error);
    }
    String namespace = scale.namespace();
    return new Plan.Measure(
        pods, hpa.spec().metricsOrEmpty().stream().map(m -> planned(m, namespace, pods)).toList());
  }

  private static Plan.PlannedMetric planned(MetricSpec metric, String namespace, Selector pods) {
    try {
      return new Plan.PlannedMetric(metric, query(metric, namespace, pods), null);
    } catch (MetricProblem problem) {
      return new Plan.PlannedMetric(metric, null, problem.text());
    }
  }

  private static MetricQuery query(MetricSpec metric, String namespace, Selector pods)
      throws MetricProblem {
    if (metric.type().equals(MetricSpec.RESOURCE) && metric.resource() != null) {
      MetricSpec.ResourceMetric source = metric.resource();
      requirePerPodTarget(source.target());
      return new MetricQuery.PodResource(namespace, pods, source.name(), null);
    }
    if (metric.type().equals(MetricSpec.CONTAINER_RESOURCE) && metric.containerResource() != null) {
      MetricSpec.ContainerResourceMetric source = metric.containerResource();
      requirePerPodTarget(source.target());
      return new MetricQuery.PodResource(namespace, pods, source.name(), source.container());
    }
    if (metric.type().equals(MetricSpec.PODS) && metric.pods() != null) {
      MetricIdentifier id = metric.pods().metric();
      return new MetricQuery.PodMetric(namespace, pods, id.name(), series(id));
    }
    if (metric.type().equals(MetricSpec.OBJECT) && metric.object() != null) {
      MetricSpec.ObjectMetric source = metric.object();
      requireObjectTarget(source.target());
      return new MetricQuery.ObjectMetric(
          namespace, source.describedObject(), source.metric().name(), series(source.metric()));
    }
    if (metric.type().equals(MetricSpec.EXTERNAL) && metric.external() != null) {
      MetricSpec.ExternalMetric source = metric.external();
      if (source.target().averageValue() == null && source.target().value() == null) {
        throw new MetricProblem(
            "invalid external metric source: neither a value target nor an average value target was"
                + " set");
      }
      MetricIdentifier id = source.metric();
      return new MetricQuery.ExternalMetric(namespace, id.name(), series(id), id.selector());
    }
    throw new MetricProblem("unknown metric source type \"" + metric.type() + "\"");
  }

  private static void requirePerPodTarget(MetricTarget target) throws MetricProblem {
    if (target.averageValue() == null && target.averageUtilization() == null) {
      throw new MetricProblem(
          "invalid resource metric source: neither an average utilization target nor an average"
              + " value (usage) target was set");
    }
  }

  private static void requireObjectTarget(MetricTarget target) throws MetricProblem {
    boolean byValue = target.type().equals(MetricTarget.VALUE) && target.value() != null;
    boolean byAverage =
        target.type().equals(MetricTarget.AVERAGE_VALUE) && target.averageValue() != null;
    if (!byValue && !byAverage) {
      throw new MetricProblem(
          "invalid object metric source: neither a value target nor an average value target was"
              + " set");
    }
  }

  private static Selector series(MetricIdentifier metric) throws MetricProblem {
    @Nullable LabelSelector selector = metric.selector();
    if (selector == null) {
      return Selector.everything();
    }
    try {
      return selector.toSelector();
    } catch (IllegalArgumentException failure) {
      throw new MetricProblem(String.valueOf(failure.getMessage()));
    }
  }
}
