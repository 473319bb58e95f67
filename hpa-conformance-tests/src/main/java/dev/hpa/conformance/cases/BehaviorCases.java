package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.scalingLimited;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesApart;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.time.Duration;
import java.util.List;

/** Cases of the area BEHAVIOR: windows and policies. */
final class BehaviorCases implements Area {

  private static final Duration PERIOD = Duration.ofSeconds(4);

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            podsUp(),
            percentUp(),
            minPolicyUp(),
            maxPolicyUp(),
            disabledUp(),
            podsDown(),
            percentDown(),
            minPolicyDown(),
            disabledDown(),
            windowDown(),
            defaultWindowDown(settings),
            windowUp(),
            defaultPolicies(),
            manualScale(),
            percentRounding(),
            longWindowUp(settings))
        .stream()
        .map(each -> each.needs(Capability.BEHAVIOR, Capability.EXTERNAL_METRICS))
        .toList();
  }

  /** A case whose metric requires one replica per queue item. */
  private static Case of(String name, String step, int current, int required, String behavior) {
    return Case.named(name)
        .step(
            step,
            target(current),
            external("queue", String.valueOf(required)),
            autoscaler(
                Spec.of(1, 1000)
                    .external("queue", "'type':'AverageValue','averageValue':'1'")
                    .behavior(behavior)));
  }

  private static Case podsUp() {
    return of(
            "behavior-pods-up",
            "4 pods in 4 s",
            1,
            10,
            "{'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':4}]}}")
        .expect(writes("BEHAVIOR-1", 5, 9, 10), writesApart("BEHAVIOR-2", PERIOD));
  }

  private static Case percentUp() {
    return of(
            "behavior-percent-up",
            "50 % in 4 s",
            4,
            13,
            "{'scaleUp':{'policies':[{'type':'Percent','value':50,'periodSeconds':4}]}}")
        .expect(writes("BEHAVIOR-3", 6, 9, 13), writesApart("BEHAVIOR-4", PERIOD));
  }

  private static Case minPolicyUp() {
    return of(
            "behavior-min-policy-up",
            "selectPolicy Min with 2 policies",
            10,
            30,
            """
            {'scaleUp':{'selectPolicy':'Min','policies':[
              {'type':'Pods','value':2,'periodSeconds':600},
              {'type':'Percent','value':50,'periodSeconds':600}]}}
            """)
        .expect(
            writes("BEHAVIOR-5", 12),
            scalingLimited(
                "BEHAVIOR-6",
                "True",
                "ScaleUpLimit",
                "the desired replica count is increasing faster than the maximum scale rate"))
        .hold(2);
  }

  private static Case maxPolicyUp() {
    return of(
            "behavior-max-policy-up",
            "2 policies without selectPolicy",
            10,
            30,
            """
            {'scaleUp':{'policies':[
              {'type':'Pods','value':2,'periodSeconds':600},
              {'type':'Percent','value':50,'periodSeconds':600}]}}
            """)
        .expect(writes("BEHAVIOR-7", 15))
        .hold(2);
  }

  private static Case disabledUp() {
    return of(
            "behavior-disabled-up",
            "scaling up disabled",
            2,
            9,
            "{'scaleUp':{'selectPolicy':'Disabled'}}")
        .expect(
            scalingLimited("BEHAVIOR-8", "True", "ScaleUpLimit", "*"), writesNothing("BEHAVIOR-9"))
        .hold(3);
  }

  private static Case podsDown() {
    return of(
            "behavior-pods-down",
            "2 pods in 4 s",
            6,
            1,
            """
            {'scaleDown':{'stabilizationWindowSeconds':0,
              'policies':[{'type':'Pods','value':2,'periodSeconds':4}]}}
            """)
        .expect(writes("BEHAVIOR-10", 4, 2, 1), writesApart("BEHAVIOR-11", PERIOD));
  }

  private static Case percentDown() {
    return of(
            "behavior-percent-down",
            "50 % in 4 s",
            9,
            1,
            """
            {'scaleDown':{'stabilizationWindowSeconds':0,
              'policies':[{'type':'Percent','value':50,'periodSeconds':4}]}}
            """)
        .expect(writes("BEHAVIOR-12", 4, 2, 1), writesApart("BEHAVIOR-13", PERIOD));
  }

  private static Case minPolicyDown() {
    return of(
            "behavior-min-policy-down",
            "selectPolicy Min with 2 policies",
            10,
            1,
            """
            {'scaleDown':{'stabilizationWindowSeconds':0,'selectPolicy':'Min','policies':[
              {'type':'Pods','value':2,'periodSeconds':600},
              {'type':'Percent','value':50,'periodSeconds':600}]}}
            """)
        .expect(
            writes("BEHAVIOR-14", 8),
            scalingLimited(
                "CONDITIONS-12",
                "True",
                "ScaleDownLimit",
                "the desired replica count is decreasing faster than the maximum scale rate"))
        .hold(2);
  }

  private static Case disabledDown() {
    return of(
            "behavior-disabled-down",
            "scaling down disabled",
            5,
            2,
            "{'scaleDown':{'stabilizationWindowSeconds':0,'selectPolicy':'Disabled'}}")
        .expect(
            scalingLimited("BEHAVIOR-15", "True", "ScaleDownLimit", "*"),
            writesNothing("BEHAVIOR-16"))
        .hold(3);
  }

  private static Case windowDown() {
    return of(
            "behavior-window-down",
            "a window of 3 s",
            5,
            2,
            "{'scaleDown':{'stabilizationWindowSeconds':3}}")
        .expect(writes("BEHAVIOR-17", 2), notBefore("BEHAVIOR-18", 2, Duration.ofSeconds(3)));
  }

  private static Case defaultWindowDown(Settings settings) {
    return of("behavior-default-window-down", "the default window", 5, 2, "{'scaleUp':{}}")
        .expect(
            writes("BEHAVIOR-19", 2),
            notBefore("BEHAVIOR-20", 2, settings.downscaleStabilization()));
  }

  private static Case windowUp() {
    return of(
            "behavior-window-up",
            "a window of 3 s",
            2,
            4,
            "{'scaleUp':{'stabilizationWindowSeconds':3}}")
        .expect(writes("BEHAVIOR-21", 4), notBefore("BEHAVIOR-22", 4, Duration.ofSeconds(3)));
  }

  private static Case defaultPolicies() {
    return of("behavior-default-policies", "an empty behavior", 1, 50, "{}")
        .expect(writes("BEHAVIOR-23", 5))
        .hold(3);
  }

  private static Case manualScale() {
    return of(
            "behavior-manual-scale",
            "the metric is at its target",
            4,
            4,
            """
            {'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':600}]},
             'scaleDown':{'selectPolicy':'Disabled'}}
            """)
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(1)
        .step("a user sets 20 replicas", replicas(20))
        .expect(status("STATUS-4", "/currentReplicas", "20"), writesNothing("BEHAVIOR-16"))
        .step("the metric requires 50 replicas", external("queue", "50"))
        .expect(writes("BEHAVIOR-24", 24))
        .hold(2);
  }

  private static Case percentRounding() {
    return of(
            "behavior-percent-rounding",
            "10 % of 100 replicas",
            100,
            200,
            "{'scaleUp':{'policies':[{'type':'Percent','value':10,'periodSeconds':600}]}}")
        .expect(writes("BEHAVIOR-25", 111))
        .hold(1);
  }

  private static Case longWindowUp(Settings settings) {
    return of(
            "behavior-long-window-up",
            "a window of 60 sync periods",
            2,
            6,
            "{'scaleUp':{'stabilizationWindowSeconds':%d}}"
                .formatted(settings.periods(60).toSeconds()))
        .expect(
            ableToScale(
                "CONDITIONS-5",
                "True",
                "ScaleUpStabilized",
                "recent recommendations were lower than current one, applying the lowest recent"
                    + " recommendation"),
            writesNothing("BEHAVIOR-26"))
        .hold(3);
  }
}
