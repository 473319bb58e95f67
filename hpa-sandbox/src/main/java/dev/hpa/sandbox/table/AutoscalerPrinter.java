package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** Prints HorizontalPodAutoscalers of autoscaling/v2. */
final class AutoscalerPrinter {

  static final ResourcePrinter TABLE =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Reference",
                  """
                  scaleTargetRef points to the target resource to scale, and is used to the \
                  pods for which metrics should be collected, as well as to actually change \
                  the replica count."""),
              TableColumn.text(
                  "Targets",
                  """
                  metrics contains the specifications for which to use to calculate the \
                  desired replica count (the maximum replica count across all metrics will \
                  be used).  The desired replica count is calculated multiplying the ratio \
                  between the target value and the current value by the current number of \
                  pods.  Ergo, metrics used must decrease as the pod count is increased, \
                  and vice-versa.  See the individual metric source types for more \
                  information about how each type of metric must respond. If not set, the \
                  default metric will be set to 80% average CPU utilization."""),
              TableColumn.text(
                  "MinPods",
                  """
                  minReplicas is the lower limit for the number of replicas to which the \
                  autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed \
                  to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least \
                  one Object or External metric is configured.  Scaling is active as long \
                  as at least one metric value is available."""),
              TableColumn.text(
                  "MaxPods",
                  """
                  maxReplicas is the upper limit for the number of replicas to which the \
                  autoscaler can scale up. It cannot be less that minReplicas."""),
              TableColumn.text(
                  "Replicas",
                  """
                  currentReplicas is current number of replicas of pods managed by this \
                  autoscaler, as last seen by the autoscaler."""),
              TableColumn.AGE),
          AutoscalerPrinter::cells);

  private AutoscalerPrinter() {}

  private static List<Object> cells(JsonNode autoscaler, Instant now) {
    JsonNode spec = autoscaler.path("spec");
    JsonNode status = autoscaler.path("status");
    return List.of(
        FieldReader.name(autoscaler),
        reference(spec.path("scaleTargetRef")),
        MetricTargets.text(spec.path("metrics"), status.path("currentMetrics")),
        FieldReader.textOr(spec.path("minReplicas"), "<unset>"),
        FieldReader.number(spec.path("maxReplicas")),
        FieldReader.number(status.path("currentReplicas")),
        AgeFormat.of(autoscaler, now));
  }

  private static String reference(JsonNode target) {
    return FieldReader.text(target.path("kind")) + "/" + FieldReader.text(target.path("name"));
  }
}
