package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.WEB;
import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.pods;
import static dev.hpa.conformance.cases.Actions.spec;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Actions.uses;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.conditionOf;
import static dev.hpa.conformance.cases.Expectations.scalingActive;
import static dev.hpa.conformance.cases.Expectations.warningEvent;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.util.List;

/** Cases of the area SELECTOR: the pod selector of the scale. */
final class SelectorCases implements Area {

  private static final Pod POD = Pod.named("web").requests("cpu", "100m");
  private static final String AMBIGUOUS =
      "pods by selector app=web are controlled by multiple HPAs: [*]";

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
        missing(),
        invalid(),
        ambiguous("selector-ambiguous", AMBIGUOUS, "SELECTOR-7", "SELECTOR-8", "SELECTOR-9"),
        overlapping());
  }

  private static Case missing() {
    return Case.named("selector-missing")
        .step(
            "the scale has no selector",
            target(WEB, 2, ""),
            autoscaler(Spec.of(1, 5).utilization("cpu", 50)))
        .expect(
            scalingActive(
                "SELECTOR-1",
                "False",
                "InvalidSelector",
                "the HPA target's scale is missing a selector"),
            warningEvent("SELECTOR-2", "SelectorRequired", "selector is required"),
            warningEvent("SELECTOR-3", "FailedComputeMetricsReplicas", "selector is required"),
            writesNothing("SELECTOR-4"))
        .hold(2);
  }

  private static Case invalid() {
    return Case.named("selector-invalid")
        .step(
            "the selector of the scale is invalid",
            target(WEB, 2, "app in web"),
            autoscaler(Spec.of(1, 5).utilization("cpu", 50)))
        .expect(
            ableToScale(
                "SELECTOR-5",
                "False",
                "FailedGetScale",
                "the HPA controller was unable to get the target's current scale: *app in web*"),
            warningEvent("SELECTOR-6", "FailedGetScale", "*app in web*"));
  }

  /**
   * Two autoscalers that select the same pods.
   *
   * @param message the message of the conditions and the event
   * @param first the rule about the condition of the first autoscaler
   * @param second the rule about the condition of the second autoscaler
   * @param event the rule about the event
   */
  static Case ambiguous(String name, String message, String first, String second, String event) {
    return Case.named(name)
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "2 HPAs of one target",
            target(2),
            pods(2, POD),
            uses(2, "cpu", "50m"),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)),
            autoscaler("other", Spec.of(1, 10).utilization("cpu", 50)))
        .expect(
            scalingActive(first, "False", "AmbiguousSelector", message),
            conditionOf("other", second, "ScalingActive", "False", "AmbiguousSelector", message),
            warningEvent(event, "AmbiguousSelector", message),
            writesNothing("SELECTOR-10"))
        .hold(2)
        .step("one HPA raises minReplicas", spec("{'minReplicas':4}"))
        .expect(writes("SELECTOR-11", 4));
  }

  private static Case overlapping() {
    return Case.named("selector-overlapping")
        .needs(Capability.RESOURCE_METRICS)
        .step(
            "selectors overlap without a common pod",
            target(WEB, 1, "app in (web,both)"),
            target("other", 1, "app in (other,both)"),
            pods(POD.withName("web-1"), POD.withName("other-1").withOnlyLabel("app", "other")),
            uses(Sample.of("web-1", "cpu", "50m"), Sample.of("other-1", "cpu", "50m")),
            autoscaler(Spec.of(1, 10).utilization("cpu", 50)),
            autoscaler(
                "other",
                Spec.of(Spec.TARGET_API, Spec.TARGET_KIND, "other", 1, 10).utilization("cpu", 50)))
        .expect(
            scalingActive("SELECTOR-12", "True", "ValidMetricFound", "*"),
            conditionOf("other", "SELECTOR-13", "ScalingActive", "True", "ValidMetricFound", "*"))
        .hold(2);
  }
}
