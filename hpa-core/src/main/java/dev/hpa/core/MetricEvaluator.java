package dev.hpa.core;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a metric of the spec and its reading into a proposal, or into the texts of its failure.
 *
 * <p>Each source type wraps the text of a problem in its own way, for the event and once more for
 * the error of the cycle; the wrappings stand beside the type.
 */
final class MetricEvaluator {

  private final Situation situation;
  private final ReplicaCalculator calculator;
  private final Iterator<MetricResult> readings;

  private MetricEvaluator(Situation situation) {
    this.situation = situation;
    this.readings = situation.readings().iterator();
    this.calculator =
        new ReplicaCalculator(
            situation.scale().specReplicas(),
            situation.scale().statusReplicas(),
            Tolerance.of(situation.hpa().spec(), situation.settings()),
            situation.settings(),
            situation.now());
  }

  private MetricOutcome evaluate(Plan.PlannedMetric metric) {
    MetricSpec spec = metric.spec();
    return switch (spec.type()) {
      case MetricSpec.RESOURCE -> resource(metric, spec.resource());
      case MetricSpec.CONTAINER_RESOURCE -> containerResource(metric, spec.containerResource());
      case MetricSpec.PODS -> pods(metric, spec.pods());
      case MetricSpec.OBJECT -> object(metric, spec.object());
      case MetricSpec.EXTERNAL -> external(metric, spec.external());
      default -> unknown(metric);
    };
  }

  private static MetricOutcome unknown(Plan.PlannedMetric metric) {
    String text = "unknown metric source type \"" + metric.spec().type() + "\"";
    return new MetricOutcome.Failed("InvalidMetricSourceType", text, text);
  }

  private MetricOutcome resource(
      Plan.PlannedMetric metric, MetricSpec.@Nullable ResourceMetric source) {
    if (source == null) {
      return unknown(metric);
    }
    String name = source.name();
    try {
      PerPod result = perPod(metric, name, null, source.target());
      return new MetricOutcome.Proposed(
          source.target().averageValue() != null
              ? name + " resource"
              : name + " resource utilization (percentage of " + utilizationOf() + ")",
          MetricStatus.of(new MetricStatus.ResourceStatus(name, result.status)),
          result.how);
    } catch (MetricProblem problem) {
      return new MetricOutcome.Failed(
          "FailedGetResourceMetric",
          problem.text(),
          "failed to get " + name + " resource metric value: " + problem.text());
    }
  }

  private MetricOutcome containerResource(
      Plan.PlannedMetric metric, MetricSpec.@Nullable ContainerResourceMetric source) {
    if (source == null) {
      return unknown(metric);
    }
    String name = source.name();
    try {
      PerPod result = perPod(metric, name, source.container(), source.target());
      return new MetricOutcome.Proposed(
          source.target().averageValue() != null
              ? name + " resource"
              : name + " container resource utilization (percentage of " + utilizationOf() + ")",
          MetricStatus.of(
              new MetricStatus.ContainerResourceStatus(name, result.status, source.container())),
          result.how);
    } catch (MetricProblem problem) {
      return new MetricOutcome.Failed(
          "FailedGetContainerResourceMetric",
          problem.text(),
          "failed to get " + source.container() + " container metric value: " + problem.text());
    }
  }

  private String utilizationOf() {
    return situation.settings().differences().utilizationOf() == Differences.UtilizationBase.LIMITS
        ? "limit"
        : "request";
  }

  private record PerPod(Calculation how, MetricValueStatus status) {}

  private PerPod perPod(
      Plan.PlannedMetric metric, String resource, @Nullable String container, MetricTarget target)
      throws MetricProblem {
    MetricQuery query = queryOf(metric);
    if (target.averageValue() != null) {
      return byAverageValue(query, resource, target.averageValue());
    }
    if (target.averageUtilization() != null) {
      return byUtilization(query, resource, container, target.averageUtilization());
    }
    throw new IllegalStateException("planned without a target: " + metric.spec());
  }

  private PerPod byAverageValue(MetricQuery query, String resource, Quantity target)
      throws MetricProblem {
    try {
      ReplicaCalculator.Count count =
          calculator.byAverage(
              situation.pods(), podValues(query, resource), resource, target.milliValue());
      return new PerPod(
          count.how(), MetricValueStatus.averageValue(quantity(count.usage(), resource)));
    } catch (MetricProblem problem) {
      throw new MetricProblem("failed to get " + resource + " usage: " + problem.text());
    }
  }

  private PerPod byUtilization(
      MetricQuery query, String resource, @Nullable String container, int target)
      throws MetricProblem {
    try {
      ReplicaCalculator.UtilizationCount count =
          calculator.byUtilization(
              situation.pods(),
              podValues(query, resource),
              resource,
              PodRequests.of(resource, container, situation.settings()),
              target);
      return new PerPod(
          count.how(),
          new MetricValueStatus(null, quantity(count.average(), resource), count.utilization()));
    } catch (MetricProblem problem) {
      throw new MetricProblem("failed to get " + resource + " utilization: " + problem.text());
    }
  }

  private List<PodValue> podValues(MetricQuery query, String resource) throws MetricProblem {
    return switch (nextReading()) {
      case MetricReading.PodValues reading -> reading.values();
      case MetricFailure failure ->
          throw new MetricProblem(
              "unable to get metrics for resource " + resource + ": " + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome pods(Plan.PlannedMetric metric, MetricSpec.@Nullable PodsMetric source) {
    if (source == null) {
      return unknown(metric);
    }
    MetricIdentifier id = source.metric();
    try {
      Quantity target = source.target().averageValue();
      ReplicaCalculator.Count count =
          calculator.byAverage(
              situation.pods(),
              podMetric(queryOf(metric), id.name()),
              "",
              target == null ? 0 : target.milliValue());
      return new MetricOutcome.Proposed(
          "pods metric " + id.name(),
          MetricStatus.of(
              new MetricStatus.PodsStatus(
                  id, MetricValueStatus.averageValue(quantity(count.usage(), "")))),
          count.how());
    } catch (MetricProblem problem) {
      return new MetricOutcome.Failed(
          "FailedGetPodsMetric",
          problem.text(),
          "failed to get pods metric value: " + problem.text());
    }
  }

  private List<PodValue> podMetric(MetricQuery query, String name) throws MetricProblem {
    return switch (nextReading()) {
      case MetricReading.PodValues reading -> reading.values();
      case MetricFailure failure ->
          throw new MetricProblem("unable to get metric " + name + ": " + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome object(
      Plan.PlannedMetric metric, MetricSpec.@Nullable ObjectMetric source) {
    if (source == null) {
      return unknown(metric);
    }
    MetricIdentifier id = source.metric();
    CrossVersionObjectReference object = source.describedObject();
    MetricTarget target = source.target();
    boolean byAverage = target.type().equals(MetricTarget.AVERAGE_VALUE);
    String failing =
        byAverage && metric.query() != null
            ? "failed to get " + id.name() + " object metric: "
            : "";
    try {
      long usage = objectValue(queryOf(metric), id.name(), object);
      ReplicaCalculator.Count count;
      MetricValueStatus status;
      String description;
      if (byAverage && target.averageValue() != null) {
        count = calculator.byAverageValue(usage, target.averageValue().milliValue(), false);
        status = MetricValueStatus.averageValue(quantity(count.usage(), ""));
        description = externalDescription(id);
      } else if (target.value() != null) {
        count = calculator.byValue(situation.pods(), usage, target.value().milliValue());
        status = MetricValueStatus.value(quantity(count.usage(), ""));
        description = object.kind() + " metric " + id.name();
      } else {
        throw new IllegalStateException("planned without a target: " + metric.spec());
      }
      return new MetricOutcome.Proposed(
          description,
          MetricStatus.of(new MetricStatus.ObjectStatus(id, status, object)),
          count.how());
    } catch (MetricProblem problem) {
      return new MetricOutcome.Failed(
          "FailedGetObjectMetric",
          problem.text(),
          "failed to get object metric value: " + failing + problem.text());
    }
  }

  private long objectValue(MetricQuery query, String name, CrossVersionObjectReference object)
      throws MetricProblem {
    return switch (nextReading()) {
      case MetricReading.SingleValue reading -> reading.milli();
      case MetricFailure failure ->
          throw new MetricProblem(
              "unable to get metric "
                  + name
                  + ": "
                  + object.kind()
                  + " on "
                  + query.namespace()
                  + " "
                  + object.name()
                  + "/"
                  + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome external(
      Plan.PlannedMetric metric, MetricSpec.@Nullable ExternalMetric source) {
    if (source == null) {
      return unknown(metric);
    }
    MetricIdentifier id = source.metric();
    Quantity averageTarget = source.target().averageValue();
    Quantity valueTarget = source.target().value();
    String failing = "";
    if (metric.query() != null) {
      failing =
          averageTarget != null
              ? "failed to get " + id.name() + " external metric: "
              : "failed to get external metric " + id.name() + ": ";
    }
    try {
      List<Long> series = series(queryOf(metric), id);
      ReplicaCalculator.Count count;
      MetricValueStatus status;
      if (averageTarget != null) {
        count = calculator.byAverageValue(sumForAverage(series), averageTarget.milliValue(), true);
        status = MetricValueStatus.averageValue(quantity(count.usage(), ""));
      } else if (valueTarget != null) {
        count = calculator.byValue(situation.pods(), sumForValue(series), valueTarget.milliValue());
        status = MetricValueStatus.value(quantity(count.usage(), ""));
      } else {
        throw new IllegalStateException("planned without a target: " + metric.spec());
      }
      return new MetricOutcome.Proposed(
          externalDescription(id),
          MetricStatus.of(new MetricStatus.ExternalStatus(id, status)),
          count.how());
    } catch (MetricProblem problem) {
      return new MetricOutcome.Failed(
          "FailedGetExternalMetric",
          problem.text(),
          "failed to get " + id.name() + " external metric value: " + failing + problem.text());
    }
  }

  private List<Long> series(MetricQuery query, MetricIdentifier id) throws MetricProblem {
    return switch (nextReading()) {
      case MetricReading.Series reading -> reading.milli();
      case MetricFailure failure ->
          throw new MetricProblem(
              "unable to get external metric "
                  + query.namespace()
                  + "/"
                  + id.name()
                  + "/"
                  + dump(id)
                  + ": "
                  + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  /** A sum that would overflow upwards stays at the largest number. */
  private static long sumForValue(List<Long> series) {
    long sum = 0;
    for (long value : series) {
      if (value > 0 && sum > Long.MAX_VALUE - value) {
        return Long.MAX_VALUE;
      }
      sum += value;
    }
    return sum;
  }

  /** Upstream takes any negative sum for an overflow, also one made of negative values. */
  private static long sumForAverage(List<Long> series) {
    long sum = 0;
    for (long value : series) {
      sum += value;
      if (sum < 0) {
        return Long.MAX_VALUE;
      }
    }
    return sum;
  }

  private static MetricQuery queryOf(Plan.PlannedMetric metric) throws MetricProblem {
    if (metric.query() == null) {
      throw new MetricProblem(String.valueOf(metric.problem()));
    }
    return metric.query();
  }

  private MetricResult nextReading() {
    if (!readings.hasNext()) {
      throw new IllegalArgumentException("fewer readings than queries");
    }
    return readings.next();
  }

  private static IllegalArgumentException wrongReading(MetricQuery query, MetricReading reading) {
    return new IllegalArgumentException(
        "a " + query.kind() + " query was answered with " + reading.getClass().getSimpleName());
  }

  static Quantity quantity(long milli, String resource) {
    return Quantity.ofMilli(
        milli, resource.equals("memory") ? Quantity.Format.BINARY_SI : Quantity.Format.DECIMAL_SI);
  }

  private static String externalDescription(MetricIdentifier metric) {
    return "external metric " + metric.name() + "(" + dump(metric) + ")";
  }

  private static String dump(MetricIdentifier metric) {
    return metric.selector() == null ? "nil" : metric.selector().dump();
  }

  /** All metrics of the plan, in the order of the spec. */
  static List<MetricOutcome> evaluateAll(Situation situation, Plan.Measure plan) {
    MetricEvaluator evaluator = new MetricEvaluator(situation);
    return plan.metrics().stream().map(evaluator::evaluate).toList();
  }

  /** The scale target as messages name it: {@code Kind/namespace/name}. */
  static String reference(HorizontalPodAutoscaler hpa) {
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    return target.kind() + "/" + hpa.metadata().namespace() + "/" + target.name();
  }
}
