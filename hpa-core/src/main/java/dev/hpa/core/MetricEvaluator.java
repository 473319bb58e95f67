package dev.hpa.core;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricStatus;
import dev.hpa.api.MetricStatus.MetricValueStatus;
import dev.hpa.api.Quantity;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.replicas.MetricProblem;
import dev.hpa.core.replicas.PodRequests;
import dev.hpa.core.replicas.ReplicaCalculator;
import dev.hpa.core.replicas.Thresholds;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.core.settings.UpstreamFix;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Evaluates a measured metric: its proposed replicas, or the messages of its failure.
 *
 * <p>Upstream words a failure differently for each metric type: one message for the event, and one
 * with a further prefix for the error of the reconcile.
 */
final class MetricEvaluator {

  private final Situation situation;
  private final ReplicaCalculator calculator;
  private final MetricThresholds thresholds;

  private MetricEvaluator(
      Situation situation, ReplicaCalculator calculator, MetricThresholds thresholds) {
    this.situation = situation;
    this.calculator = calculator;
    this.thresholds = thresholds;
  }

  /** The outcomes of all metrics, in the order of the spec. */
  static List<MetricOutcome> evaluate(Situation situation) {
    ReplicaCalculator calculator =
        new ReplicaCalculator(
            situation.scale().specReplicas(),
            RolloutRule.observedReplicas(situation),
            situation.settings(),
            situation.now(),
            RolloutRule.damping(situation));
    List<MetricThresholds> thresholds = MetricThresholds.of(situation);
    List<MetricOutcome> outcomes = new ArrayList<>(thresholds.size());
    for (int i = 0; i < thresholds.size(); i++) {
      outcomes.add(
          new MetricEvaluator(situation, calculator, thresholds.get(i))
              .evaluate(situation.metrics().get(i)));
    }
    return List.copyOf(outcomes);
  }

  private MetricOutcome evaluate(MeasuredMetric measured) {
    return switch (measured) {
      case MeasuredMetric.Read(Plan.Queried metric, MetricResult result) -> read(metric, result);
      case MeasuredMetric.Unread(Plan.PlannedMetric metric) -> unread(metric);
    };
  }

  private MetricOutcome read(Plan.Queried metric, MetricResult answer) {
    try {
      MetricResult result =
          ofOwnedPods(
              answer instanceof MetricReading reading
                  ? reading.counted(situation.settings().quantities())
                  : answer);
      MissingRule.check(result, situation.options().treatAsMissing(), situation.now());
      return switch (metric) {
        case Plan.ResourceMetric resource -> resource(resource, result);
        case Plan.PodsMetric pods -> pods(pods, result);
        case Plan.ObjectMetric object -> object(object, result);
        case Plan.ExternalMetric external -> external(external, result);
      };
    } catch (MetricProblem problem) {
      return failed(metric.spec(), problem.text(), readPrefix(metric));
    }
  }

  /**
   * Metrics APIs answer for all pods that the selector matches. Without the values of pods of other
   * owners if the selection leaves them out.
   */
  private MetricResult ofOwnedPods(MetricResult answer) {
    Ownership ownership = situation.selection().ownership();
    if (!(answer instanceof MetricReading.PodValues values)
        || !ownership.byOwner()
        || ownership.owned() == ownership.matched()) {
      return answer;
    }
    Set<String> names = situation.pods().stream().map(Pod::name).collect(Collectors.toSet());
    return MetricReading.PodValues.of(
        values.values().stream().filter(each -> names.contains(each.pod())).toList());
  }

  private static MetricOutcome unread(Plan.PlannedMetric metric) {
    return metric instanceof Plan.InvalidMetric invalid
        ? failed(invalid.spec(), invalid.problem(), "")
        : unknown(metric.spec());
  }

  private static MetricOutcome unknown(MetricSpec spec) {
    String text = "unknown metric source type \"" + spec.type() + "\"";
    return new MetricOutcome.Failed("InvalidMetricSourceType", text, text);
  }

  /**
   * A metric without a proposal.
   *
   * @param prefix prefix of the problem in the error
   */
  private static MetricOutcome.Failed failed(MetricSpec spec, String problem, String prefix) {
    String type = spec.type();
    String name =
        switch (type) {
          case MetricSpec.RESOURCE -> spec.resource() == null ? "" : spec.resource().name();
          case MetricSpec.EXTERNAL ->
              spec.external() == null ? "" : spec.external().metric().name();
          case MetricSpec.CONTAINER_RESOURCE ->
              spec.containerResource() == null ? "" : spec.containerResource().container();
          default -> "";
        };
    String what =
        switch (type) {
          case MetricSpec.RESOURCE -> name + " resource metric";
          case MetricSpec.CONTAINER_RESOURCE -> name + " container metric";
          case MetricSpec.PODS -> "pods metric";
          case MetricSpec.OBJECT -> "object metric";
          default -> name + " external metric";
        };
    return new MetricOutcome.Failed(
        "FailedGet" + type + "Metric",
        problem,
        "failed to get " + what + " value: " + prefix + problem);
  }

  /** The prefix of the problem in upstream's error for a metric that was read. */
  private static String readPrefix(Plan.Queried metric) {
    return switch (metric) {
      case Plan.ObjectMetric object when object.target() instanceof Plan.AverageValue ->
          "failed to get " + object.source().metric().name() + " object metric: ";
      case Plan.ExternalMetric external when external.target() instanceof Plan.AverageValue ->
          "failed to get " + external.metric().name() + " external metric: ";
      case Plan.ExternalMetric external ->
          "failed to get external metric " + external.metric().name() + ": ";
      default -> "";
    };
  }

  private MetricOutcome resource(Plan.ResourceMetric metric, MetricResult result)
      throws MetricProblem {
    return switch (metric.target()) {
      case Plan.AverageValue(long milli) -> {
        ReplicaCalculator.Count count =
            byAverageValue(metric.query(), result, thresholds.ofQuantity(milli));
        yield resourceProposal(
            metric,
            metric.query().resource() + " resource",
            MetricValueStatus.averageValue(quantity(count.usage(), metric.query().resource())),
            count.how());
      }
      case Plan.Utilization(int percent) -> {
        ReplicaCalculator.UtilizationCount count =
            byUtilization(metric.query(), result, thresholds.ofUtilization(percent));
        yield resourceProposal(
            metric,
            metric.query().resource()
                + (metric.query().container() == null ? "" : " container")
                + " resource utilization (percentage of "
                + utilizationBase()
                + ")",
            new MetricValueStatus(
                null, quantity(count.average(), metric.query().resource()), count.utilization()),
            count.how());
      }
    };
  }

  private static MetricOutcome.Proposed resourceProposal(
      Plan.ResourceMetric metric, String description, MetricValueStatus status, Calculation how) {
    MetricQuery.PodResource query = metric.query();
    return new MetricOutcome.Proposed(
        described(description, how),
        query.container() == null
            ? MetricStatus.of(new MetricStatus.ResourceStatus(query.resource(), status))
            : MetricStatus.of(
                new MetricStatus.ContainerResourceStatus(
                    query.resource(), status, query.container())),
        how);
  }

  private static String described(String metric, Calculation how) {
    return how.percentile() == null ? metric : how.percentile() + " of " + metric;
  }

  private String utilizationBase() {
    return situation.settings().differences().utilizationBase()
            == UpstreamDifferences.UtilizationBase.LIMITS
        ? "limit"
        : "request";
  }

  private ReplicaCalculator.Count byAverageValue(
      MetricQuery.PodResource query, MetricResult result, Thresholds target) throws MetricProblem {
    String resource = query.resource();
    try {
      return calculator.byAverage(
          situation.pods(), resourceValues(query, result), resource, target);
    } catch (MetricProblem problem) {
      throw new MetricProblem("failed to get " + resource + " usage: " + problem.text());
    }
  }

  private ReplicaCalculator.UtilizationCount byUtilization(
      MetricQuery.PodResource query, MetricResult result, Thresholds target) throws MetricProblem {
    String resource = query.resource();
    try {
      return calculator.byUtilization(
          situation.pods(),
          resourceValues(query, result),
          resource,
          PodRequests.of(resource, query.container(), situation.settings())
              .basedOn(situation.options().requestBase()),
          target);
    } catch (MetricProblem problem) {
      throw new MetricProblem("failed to get " + resource + " utilization: " + problem.text());
    }
  }

  private static List<PodValue> resourceValues(MetricQuery.PodResource query, MetricResult result)
      throws MetricProblem {
    return switch (result) {
      case MetricReading.PodValues reading -> reading.values();
      case MetricFailure failure ->
          throw new MetricProblem(
              "unable to get metrics for resource " + query.resource() + ": " + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome pods(Plan.PodsMetric metric, MetricResult result) throws MetricProblem {
    MetricIdentifier id = metric.metric();
    ReplicaCalculator.Count count =
        calculator.byAverage(
            situation.pods(),
            podValues(metric.query(), result),
            "",
            thresholds.ofQuantity(metric.target().milli()));
    return new MetricOutcome.Proposed(
        described("pods metric " + id.name(), count.how()),
        MetricStatus.of(
            new MetricStatus.PodsStatus(
                id, MetricValueStatus.averageValue(quantity(count.usage(), "")))),
        count.how());
  }

  private static List<PodValue> podValues(MetricQuery.PodMetric query, MetricResult result)
      throws MetricProblem {
    return switch (result) {
      case MetricReading.PodValues reading -> reading.values();
      case MetricFailure failure ->
          throw new MetricProblem(
              "unable to get metric " + query.metric() + ": " + failure.message());
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome object(Plan.ObjectMetric metric, MetricResult result) throws MetricProblem {
    MetricIdentifier id = metric.source().metric();
    CrossVersionObjectReference object = metric.source().describedObject();
    long usage = objectValue(metric.query(), object, result);
    return switch (metric.target()) {
      case Plan.AverageValue(long milli) -> {
        ReplicaCalculator.Count count =
            calculator.byAverageValue(usage, thresholds.ofQuantity(milli), false);
        String description =
            situation.settings().has(UpstreamFix.OBJECT_METRIC_TEXT)
                ? objectDescription(object, id)
                : externalDescription(id);
        yield objectProposal(metric, description, averageValue(count), count.how());
      }
      case Plan.Value(long milli) -> {
        ReplicaCalculator.Count count = byValue(usage, milli);
        yield objectProposal(metric, objectDescription(object, id), value(count), count.how());
      }
    };
  }

  private ReplicaCalculator.Count byValue(long usage, long target) throws MetricProblem {
    Thresholds compared = thresholds.ofQuantity(target);
    return situation.options().multipliesRequested()
        ? calculator.byValueOfRequested(usage, compared)
        : calculator.byValue(situation.pods(), usage, compared);
  }

  private static String objectDescription(
      CrossVersionObjectReference object, MetricIdentifier metric) {
    return object.kind() + " metric " + metric.name();
  }

  private static MetricOutcome.Proposed objectProposal(
      Plan.ObjectMetric metric, String description, MetricValueStatus status, Calculation how) {
    return new MetricOutcome.Proposed(
        description,
        MetricStatus.of(
            new MetricStatus.ObjectStatus(
                metric.source().metric(), status, metric.source().describedObject())),
        how);
  }

  /** Kubernetes v1.36 puts the object where the failure belongs, and the failure at the end. */
  private String unreadObject() {
    return situation.settings().version().namesObjectBeforeFailure()
        ? "unable to get metric %s on %s %s/%s: %s"
        : "unable to get metric %s: %s on %s %s/%s";
  }

  private long objectValue(
      MetricQuery.ObjectMetric query, CrossVersionObjectReference object, MetricResult result)
      throws MetricProblem {
    return switch (result) {
      case MetricReading.SingleValue reading -> reading.milli();
      case MetricFailure failure ->
          throw new MetricProblem(
              unreadObject()
                  .formatted(
                      query.metric(),
                      object.kind(),
                      query.namespace(),
                      object.name(),
                      failure.message()));
      case MetricReading other -> throw wrongReading(query, other);
    };
  }

  private MetricOutcome external(Plan.ExternalMetric metric, MetricResult result)
      throws MetricProblem {
    MetricIdentifier id = metric.metric();
    List<Long> series = series(metric.query(), id, result);
    return switch (metric.target()) {
      case Plan.AverageValue(long milli) -> {
        ReplicaCalculator.Count count =
            calculator.byAverageValue(
                SeriesSum.forAverage(series), thresholds.ofQuantity(milli), true);
        yield externalProposal(id, averageValue(count), count.how());
      }
      case Plan.Value(long milli) -> {
        ReplicaCalculator.Count count = byValue(SeriesSum.forValue(series), milli);
        yield externalProposal(id, value(count), count.how());
      }
    };
  }

  private static MetricOutcome.Proposed externalProposal(
      MetricIdentifier id, MetricValueStatus status, Calculation how) {
    return new MetricOutcome.Proposed(
        externalDescription(id), MetricStatus.of(new MetricStatus.ExternalStatus(id, status)), how);
  }

  private static List<Long> series(
      MetricQuery.ExternalMetric query, MetricIdentifier id, MetricResult result)
      throws MetricProblem {
    return switch (result) {
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

  private static IllegalArgumentException wrongReading(MetricQuery query, MetricReading reading) {
    return new IllegalArgumentException(
        "a " + query.kind() + " query was answered with " + reading.getClass().getSimpleName());
  }

  private static MetricValueStatus averageValue(ReplicaCalculator.Count count) {
    return MetricValueStatus.averageValue(quantity(count.usage(), ""));
  }

  private static MetricValueStatus value(ReplicaCalculator.Count count) {
    return MetricValueStatus.value(quantity(count.usage(), ""));
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

  /** The scale target as messages name it: {@code Kind/namespace/name}. */
  static String reference(HorizontalPodAutoscaler hpa) {
    CrossVersionObjectReference target = hpa.spec().scaleTargetRef();
    return target.kind() + "/" + hpa.metadata().namespace() + "/" + target.name();
  }
}
