package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityRules;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.Options;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans which pods and metrics a reconcile has to read. Thread-safe. */
public final class Planner {

  private Planner() {}

  /**
   * The plan for an autoscaler without options whose target's scale has been read. An invalid spec
   * or selector is part of the plan; nothing is thrown.
   */
  public static Plan plan(HorizontalPodAutoscaler hpa, Scale scale, Settings settings) {
    return plan(hpa, scale, Mode.ACTIVE, Bounds.of(hpa.spec()), settings);
  }

  /**
   * The plan for an autoscaler with options at a time.
   *
   * @param drain the cordoned nodes of the pods; {@link Drain#NONE} unless the options ask for them
   */
  public static Plan plan(
      HorizontalPodAutoscaler hpa,
      Scale scale,
      Options options,
      Drain drain,
      Instant now,
      Settings settings) {
    Bounds bounds = DrainRule.bounds(hpa, scale, options, drain, now);
    return plan(hpa, scale, options.modeAt(now), bounds, settings);
  }

  /** {@link Mode#PAUSED} enforces no bounds, and {@link Mode#SCALE_UP_ONLY} no maximum. */
  private static Plan plan(
      HorizontalPodAutoscaler hpa, Scale scale, Mode mode, Bounds bounds, Settings settings) {
    int current = scale.specReplicas();
    int min = bounds.min();
    if (current == 0) {
      return mayLeaveZero(hpa, min, settings)
          ? measure(hpa, scale, settings.quantities())
          : new Plan.Disabled();
    }
    if (mode == Mode.PAUSED) {
      return measure(hpa, scale, settings.quantities());
    }
    if (current > bounds.max() && mode != Mode.SCALE_UP_ONLY) {
      return new Plan.Clamp(bounds.max(), "Current number of replicas above Spec.MaxReplicas");
    }
    if (current < min) {
      return new Plan.Clamp(min, ReasonText.BELOW_MINIMUM);
    }
    return measure(hpa, scale, settings.quantities());
  }

  /** Only an autoscaler whose condition ScaledToZero is True scales up from zero. */
  private static boolean mayLeaveZero(HorizontalPodAutoscaler hpa, int min, Settings settings) {
    return settings.scaleToZero()
        && hpa.status().isTrue(HpaCondition.SCALED_TO_ZERO)
        && (min != 0 || hpa.spec().hasObjectOrExternalMetric());
  }

  private static Plan measure(HorizontalPodAutoscaler hpa, Scale scale, QuantityRules rules) {
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
    List<Plan.PlannedMetric> metrics = new ArrayList<>();
    for (MetricSpec each : hpa.spec().metricsOrEmpty()) {
      metrics.add(planned(each, namespace, pods, rules));
    }
    return new Plan.Measure(pods, metrics);
  }

  private static Plan.PlannedMetric planned(
      MetricSpec metric, String namespace, Selector pods, QuantityRules rules) {
    try {
      return parsed(metric, namespace, pods, rules);
    } catch (MetricProblem problem) {
      return new Plan.InvalidMetric(metric, problem.text());
    }
  }

  private static Plan.PlannedMetric parsed(
      MetricSpec metric, String namespace, Selector pods, QuantityRules rules)
      throws MetricProblem {
    if (metric.type().equals(MetricSpec.RESOURCE) && metric.resource() != null) {
      MetricSpec.ResourceMetric source = metric.resource();
      return new Plan.ResourceMetric(
          metric,
          new MetricQuery.PodResource(namespace, pods, source.name(), null),
          resourceTarget(source.target(), rules));
    }
    if (metric.type().equals(MetricSpec.CONTAINER_RESOURCE) && metric.containerResource() != null) {
      MetricSpec.ContainerResourceMetric source = metric.containerResource();
      return new Plan.ResourceMetric(
          metric,
          new MetricQuery.PodResource(namespace, pods, source.name(), source.container()),
          resourceTarget(source.target(), rules));
    }
    if (metric.type().equals(MetricSpec.PODS) && metric.pods() != null) {
      MetricIdentifier id = metric.pods().metric();
      Quantity average = metric.pods().target().averageValue();
      return new Plan.PodsMetric(
          metric,
          new MetricQuery.PodMetric(namespace, pods, id.name(), series(id)),
          id,
          new Plan.AverageValue(average == null ? 0 : average.milliValue(rules)));
    }
    if (metric.type().equals(MetricSpec.OBJECT) && metric.object() != null) {
      MetricSpec.ObjectMetric source = metric.object();
      Plan.TotalTarget target = objectTarget(source.target(), rules);
      MetricIdentifier id = source.metric();
      return new Plan.ObjectMetric(
          metric,
          new MetricQuery.ObjectMetric(namespace, source.describedObject(), id.name(), series(id)),
          source,
          target);
    }
    if (metric.type().equals(MetricSpec.EXTERNAL) && metric.external() != null) {
      MetricIdentifier id = metric.external().metric();
      Plan.TotalTarget target = externalTarget(metric.external().target(), rules);
      return new Plan.ExternalMetric(
          metric,
          new MetricQuery.ExternalMetric(namespace, id.name(), series(id), id.selector()),
          id,
          target);
    }
    return new Plan.UnknownMetric(metric);
  }

  private static Plan.PerPodTarget resourceTarget(MetricTarget target, QuantityRules rules)
      throws MetricProblem {
    if (target.averageValue() != null) {
      return new Plan.AverageValue(target.averageValue().milliValue(rules));
    }
    if (target.averageUtilization() != null) {
      return new Plan.Utilization(target.averageUtilization());
    }
    throw new MetricProblem(
        "invalid resource metric source: neither an average utilization target nor an average"
            + " value (usage) target was set");
  }

  private static Plan.TotalTarget objectTarget(MetricTarget target, QuantityRules rules)
      throws MetricProblem {
    if (target.type().equals(MetricTarget.VALUE) && target.value() != null) {
      return new Plan.Value(target.value().milliValue(rules));
    }
    if (target.type().equals(MetricTarget.AVERAGE_VALUE) && target.averageValue() != null) {
      return new Plan.AverageValue(target.averageValue().milliValue(rules));
    }
    throw new MetricProblem(
        "invalid object metric source: neither a value target nor an average value target was"
            + " set");
  }

  private static Plan.TotalTarget externalTarget(MetricTarget target, QuantityRules rules)
      throws MetricProblem {
    if (target.averageValue() != null) {
      return new Plan.AverageValue(target.averageValue().milliValue(rules));
    }
    if (target.value() != null) {
      return new Plan.Value(target.value().milliValue(rules));
    }
    throw new MetricProblem(
        "invalid external metric source: neither a value target nor an average value target was"
            + " set");
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
