package dev.hpa.core;

import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.OTHER;
import static dev.hpa.core.OptionFixtures.QUEUE;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.condition;
import static dev.hpa.core.OptionFixtures.events;
import static dev.hpa.core.OptionFixtures.series;
import static dev.hpa.core.OptionFixtures.situation;
import static dev.hpa.core.OptionFixtures.status;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.MetricSpec;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutageRuleTest {

  private static final HorizontalPodAutoscaler HPA = autoscaler(1, 100, null, QUEUE, OTHER);
  private static final MetricSpec[] METRICS = {QUEUE, OTHER};

  /** The providers of the two metrics with an outage; empty for none. */
  private static Situation.Context outage(String... providers) {
    Plan.Measure plan =
        (Plan.Measure)
            Planner.plan(autoscaler(1, 100, null, METRICS), Fixtures.scale(5), Settings.DEFAULTS);
    Map<MetricQuery, String> outages = new HashMap<>();
    for (int i = 0; i < providers.length; i++) {
      if (!providers[i].isEmpty()) {
        outages.put(plan.queries().get(i), providers[i]);
      }
    }
    return new Situation.Context(Options.NONE, Rollout.NONE, new Outages(outages, Set.of()));
  }

  @Test
  void aScaleDownOnTheWordOfTheProviderIsHeld() {
    Situation held = situation(HPA, 5, outage("prometheus"), series(10_000), series(20_000));
    Conclusion done = concluded(held);
    assertEquals(5, done.desiredReplicas());
    assertEquals(
        "True/ProviderOutage: scale-downs by values of metrics providers with an outage are held:"
            + " prometheus",
        condition(done, "OutageGuardActive"));
    assertEquals(List.of(), events(done));
    Trace trace = OptionFixtures.trace(held);
    assertEquals(
        new Trace.Change(Decider.ProposalRule.OUTAGE_HOLDS_SCALE_DOWN, 5),
        trace.metrics().get(0).change());
    assertEquals(1, requireNonNull(trace.metrics().get(0).calculation()).replicas());
    assertNull(trace.metrics().get(1).change());
    assertEquals(List.of("prometheus"), requireNonNull(trace.options()).outages());
    assertEquals(5, trace.recommendation());
  }

  @Test
  void aScaleUpIsNotHeld() {
    Conclusion done =
        concluded(situation(HPA, 5, outage("prometheus", "prometheus"), series(70_000), series(0)));
    assertEquals(7, done.desiredReplicas());
    assertEquals(
        List.of(
            "Normal SuccessfulRescale: New size: 7; reason: external metric queue(nil) above"
                + " target"),
        events(done));
  }

  @Test
  void theSameCountIsNoScaleDown() {
    Trace trace =
        OptionFixtures.trace(
            situation(HPA, 5, outage("prometheus"), series(50_000), series(10_000)));
    assertNull(trace.metrics().get(0).change());
  }

  @Test
  void anotherProviderDoesNotScaleDownAlone() {
    assertEquals(
        5,
        concluded(situation(HPA, 5, outage("", "prometheus"), series(10_000), series(10_000)))
            .desiredReplicas());
  }

  @Test
  void aFailedMetricBlocksAsWithoutTheGuard() {
    Conclusion done = concluded(situation(HPA, 5, outage("prometheus"), BROKEN, series(10_000)));
    assertNull(done.desiredReplicas());
    assertEquals(
        "False/FailedGetExternalMetric: the HPA was unable to compute the replica count: unable to"
            + " get external metric shop/queue/nil: connection refused",
        condition(done, "ScalingActive"));
  }

  @Test
  void theProvidersAreNamedOnceAndSorted() {
    Situation both = situation(HPA, 5, outage("b", "a"), series(0), series(0));
    assertEquals(
        "True/ProviderOutage: scale-downs by values of metrics providers with an outage are held:"
            + " a, b",
        condition(concluded(both), "OutageGuardActive"));
    assertEquals(List.of("a", "b"), requireNonNull(OptionFixtures.trace(both).options()).outages());
    assertEquals(
        List.of("a"),
        requireNonNull(
                OptionFixtures.trace(situation(HPA, 5, outage("a", "a"), series(0), series(0)))
                    .options())
            .outages());
  }

  @Test
  void theConditionEndsWithTheOutage() {
    HorizontalPodAutoscaler hpa =
        HPA.withStatus(
            status(new HpaCondition("OutageGuardActive", "True", ago(60), "ProviderOutage", "")));
    Conclusion done =
        concluded(situation(hpa, 5, Situation.Context.NONE, series(30_000), series(20_000)));
    assertEquals("absent", condition(done, "OutageGuardActive"));
    assertEquals(3, done.desiredReplicas());
  }
}
