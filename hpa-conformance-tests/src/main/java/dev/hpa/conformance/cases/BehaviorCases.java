package dev.hpa.conformance.cases;

import static dev.hpa.conformance.cases.Actions.autoscaler;
import static dev.hpa.conformance.cases.Actions.external;
import static dev.hpa.conformance.cases.Actions.replicas;
import static dev.hpa.conformance.cases.Actions.target;
import static dev.hpa.conformance.cases.Expectations.ableToScale;
import static dev.hpa.conformance.cases.Expectations.apart;
import static dev.hpa.conformance.cases.Expectations.notBefore;
import static dev.hpa.conformance.cases.Expectations.ready;
import static dev.hpa.conformance.cases.Expectations.scalingLimited;
import static dev.hpa.conformance.cases.Expectations.status;
import static dev.hpa.conformance.cases.Expectations.writes;
import static dev.hpa.conformance.cases.Expectations.writesNothing;

import java.time.Duration;
import java.util.List;

/** The area BEHAVIOR: windows and policies. */
final class BehaviorCases implements Area {

  private static final Duration PERIOD = Duration.ofSeconds(4);

  @Override
  public List<Case> cases(Settings settings) {
    return List.of(
            podsUp(),
            percentUp(),
            smallestUp(),
            largestUp(),
            neverUp(),
            podsDown(),
            percentDown(),
            smallestDown(),
            neverDown(),
            windowDown(),
            usualWindowDown(settings),
            windowUp(),
            empty(),
            handmade(),
            roundedUp(),
            bothWindows())
        .stream()
        .map(each -> each.needs(Capability.BEHAVIOR, Capability.EXTERNAL_METRICS))
        .toList();
  }

  /** As many replicas as the queue is long. */
  private static Case of(String name, String step, int now, int wanted, String behavior) {
    return Case.named(name)
        .step(
            step,
            target(now),
            external("queue", String.valueOf(wanted)),
            autoscaler(
                Spec.of(1, 1000)
                    .external("queue", "'type':'AverageValue','averageValue':'1'")
                    .behavior(behavior)));
  }

  private static Case podsUp() {
    return of(
            "behavior-pods-up",
            "four pods in four seconds",
            1,
            10,
            "{'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':4}]}}")
        .expect(writes("BEHAVIOR-1", 5, 9, 10), apart("BEHAVIOR-2", PERIOD));
  }

  private static Case percentUp() {
    return of(
            "behavior-percent-up",
            "half as many again in four seconds",
            4,
            13,
            "{'scaleUp':{'policies':[{'type':'Percent','value':50,'periodSeconds':4}]}}")
        .expect(writes("BEHAVIOR-3", 6, 9, 13), apart("BEHAVIOR-4", PERIOD));
  }

  private static Case smallestUp() {
    return of(
            "behavior-smallest-up",
            "the smallest of two policies",
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

  private static Case largestUp() {
    return of(
            "behavior-largest-up",
            "the largest of two policies",
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

  private static Case neverUp() {
    return of("behavior-never-up", "no scaling up", 2, 9, "{'scaleUp':{'selectPolicy':'Disabled'}}")
        .expect(
            scalingLimited("BEHAVIOR-8", "True", "ScaleUpLimit", "*"), writesNothing("BEHAVIOR-9"))
        .hold(3);
  }

  private static Case podsDown() {
    return of(
            "behavior-pods-down",
            "two pods less in four seconds",
            6,
            1,
            """
            {'scaleDown':{'stabilizationWindowSeconds':0,
              'policies':[{'type':'Pods','value':2,'periodSeconds':4}]}}
            """)
        .expect(writes("BEHAVIOR-10", 4, 2, 1), apart("BEHAVIOR-11", PERIOD));
  }

  private static Case percentDown() {
    return of(
            "behavior-percent-down",
            "half of them in four seconds",
            9,
            1,
            """
            {'scaleDown':{'stabilizationWindowSeconds':0,
              'policies':[{'type':'Percent','value':50,'periodSeconds':4}]}}
            """)
        .expect(writes("BEHAVIOR-12", 4, 2, 1), apart("BEHAVIOR-13", PERIOD));
  }

  private static Case smallestDown() {
    return of(
            "behavior-smallest-down",
            "the smallest of two policies",
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

  private static Case neverDown() {
    return of(
            "behavior-never-down",
            "no scaling down",
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
            "three seconds of patience",
            5,
            2,
            "{'scaleDown':{'stabilizationWindowSeconds':3}}")
        .expect(writes("BEHAVIOR-17", 2), notBefore("BEHAVIOR-18", 2, Duration.ofSeconds(3)));
  }

  private static Case usualWindowDown(Settings settings) {
    return of("behavior-usual-window-down", "the usual patience", 5, 2, "{'scaleUp':{}}")
        .expect(
            writes("BEHAVIOR-19", 2),
            notBefore("BEHAVIOR-20", 2, settings.downscaleStabilization()));
  }

  private static Case windowUp() {
    return of(
            "behavior-window-up",
            "three seconds of patience",
            2,
            4,
            "{'scaleUp':{'stabilizationWindowSeconds':3}}")
        .expect(writes("BEHAVIOR-21", 4), notBefore("BEHAVIOR-22", 4, Duration.ofSeconds(3)));
  }

  private static Case empty() {
    return of("behavior-empty", "the policies of an empty behavior", 1, 50, "{}")
        .expect(writes("BEHAVIOR-23", 5))
        .hold(3);
  }

  private static Case handmade() {
    return of(
            "behavior-handmade",
            "as much as there is",
            4,
            4,
            """
            {'scaleUp':{'policies':[{'type':'Pods','value':4,'periodSeconds':600}]},
             'scaleDown':{'selectPolicy':'Disabled'}}
            """)
        .expect(ready("CONDITIONS-3"), writesNothing("STABILIZATION-4"))
        .hold(1)
        .step("somebody sets twenty", replicas(20))
        .expect(status("STATUS-4", "/currentReplicas", "20"), writesNothing("BEHAVIOR-16"))
        .step("and more is wanted", external("queue", "50"))
        .expect(writes("BEHAVIOR-24", 24))
        .hold(2);
  }

  private static Case roundedUp() {
    return of(
            "behavior-rounded-up",
            "ten percent of a hundred",
            100,
            200,
            "{'scaleUp':{'policies':[{'type':'Percent','value':10,'periodSeconds':600}]}}")
        .expect(writes("BEHAVIOR-25", 111))
        .hold(1);
  }

  private static Case bothWindows() {
    return of(
            "behavior-window-held-up",
            "a minute of patience",
            2,
            6,
            "{'scaleUp':{'stabilizationWindowSeconds':60}}")
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
