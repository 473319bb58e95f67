package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.ago;
import static dev.hpa.core.Fixtures.pending;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.rules;
import static dev.hpa.core.Fixtures.unready;
import static dev.hpa.core.Fixtures.value;
import static dev.hpa.core.OptionFixtures.BROKEN;
import static dev.hpa.core.OptionFixtures.concluded;
import static dev.hpa.core.OptionFixtures.context;
import static dev.hpa.core.OptionFixtures.options;
import static dev.hpa.core.OptionFixtures.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Behavior;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaCondition;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.options.Fallback;
import dev.hpa.core.options.MetricNames;
import dev.hpa.core.options.Mode;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.pods.Ownership;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.replicas.Calculation;
import dev.hpa.core.schedules.Bounds;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds of options in every situation, verified with situations made by chance. */
class OptionPropertiesTest {

  private static final int CASES = 2_000;
  private static final List<OptionKey> KEYS = List.of(OptionKey.values());
  private static final List<Mode> MODES = List.of(Mode.DRY_RUN, Mode.PAUSED, Mode.SCALE_UP_ONLY);
  private static final MetricTarget TEN = MetricTarget.averageValue(Quantity.parse("10"));
  private static final MetricTarget TOTAL = MetricTarget.value(Quantity.parse("50"));

  /** A situation by chance, which options may be added to. */
  private static final class Case {
    final Random random;
    HorizontalPodAutoscaler hpa;
    final Scale scale;
    final List<Pod> pods;
    final List<MetricResult> results = new ArrayList<>();
    final History history;
    Settings settings;

    Case(int seed, int minimum) {
      random = new Random(seed);
      int min = minimum + random.nextInt(4);
      int max = Math.max(1, min + random.nextInt(20));
      // Mostly within the bounds.
      int current = random.nextInt(6) == 0 ? random.nextInt(30) : between(Math.max(1, min), max);
      int observed = current + (random.nextBoolean() ? random.nextInt(6) : 0);
      scale = new Scale("shop", "web", null, "7", current, observed, "app=web");
      pods = pods(observed);
      List<MetricSpec> metrics = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        metrics.add(metric(i));
      }
      hpa =
          Fixtures.autoscaler(min, max, behavior(), metrics.toArray(MetricSpec[]::new))
              .withStatus(
                  new HpaStatus(
                      null,
                      random.nextBoolean() ? null : ago(random.nextInt(900)),
                      current,
                      current,
                      null,
                      random.nextBoolean()
                          ? null
                          : List.of(
                              new HpaCondition("ScalingActive", "True", ago(60), "x", "x"),
                              new HpaCondition("ScaledToZero", "True", ago(60), "x", "x"))));
      history = history();
      settings = random.nextBoolean() ? Fixtures.scaleToZero() : Fixtures.withoutScaleToZero();
    }

    private int between(int from, int to) {
      return from + random.nextInt(Math.max(1, to - from + 1));
    }

    private List<Pod> pods(int count) {
      List<Pod> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        PodResources resources = requesting("1");
        all.add(
            switch (random.nextInt(8)) {
              case 0 -> pending("p" + i, resources);
              case 1 -> unready("p" + i, resources);
              default -> ready("p" + i, resources);
            });
      }
      return all;
    }

    /** A metric whose result is added to the results. */
    private MetricSpec metric(int number) {
      MetricIdentifier id = new MetricIdentifier("m" + number, null);
      CrossVersionObjectReference service = new CrossVersionObjectReference("Service", "web", "v1");
      int type = random.nextInt(6);
      boolean ofPods = type < 2;
      results.add(random.nextInt(4) == 0 ? BROKEN : reading(ofPods, type > 3));
      return switch (type) {
        case 0 -> MetricSpec.of(new MetricSpec.ResourceMetric("cpu", MetricTarget.utilization(50)));
        case 1 -> MetricSpec.of(new MetricSpec.PodsMetric(id, TEN));
        case 2 -> MetricSpec.of(new MetricSpec.ExternalMetric(id, TEN));
        case 3 -> MetricSpec.of(new MetricSpec.ExternalMetric(id, TOTAL));
        case 4 -> MetricSpec.of(new MetricSpec.ObjectMetric(service, TEN, id));
        default -> MetricSpec.of(new MetricSpec.ObjectMetric(service, TOTAL, id));
      };
    }

    private MetricResult reading(boolean ofPods, boolean single) {
      if (ofPods) {
        List<PodValue> values = new ArrayList<>();
        for (Pod pod : pods) {
          if (random.nextInt(6) != 0) {
            values.add(value(pod.name(), random.nextInt(1200)));
          }
        }
        return MetricReading.PodValues.of(values);
      }
      long milli = random.nextInt(5) == 0 ? 0 : random.nextInt(300_000);
      return single
          ? MetricReading.SingleValue.of(milli)
          : MetricReading.Series.of(List.of(milli, (long) random.nextInt(1000)));
    }

    private @Nullable Behavior behavior() {
      return random.nextInt(3) != 0
          ? null
          : new Behavior(
              rules(random.nextInt(100), null, Fixtures.pods(1 + random.nextInt(9), 60)),
              rules(random.nextInt(300), null, Fixtures.percent(1 + random.nextInt(99), 60)));
    }

    private History history() {
      List<History.Recommendation> recommendations = new ArrayList<>();
      List<History.ScaleEvent> ups = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        recommendations.add(
            new History.Recommendation(random.nextInt(25), ago(random.nextInt(500))));
        ups.add(Fixtures.change(1 + random.nextInt(5), random.nextInt(100)));
      }
      return new History(recommendations, ups, List.of());
    }

    Situation at(Situation.Context context) {
      return at(context, history, Ownership.BY_LABELS);
    }

    Situation at(Situation.Context context, History before, Ownership ownership) {
      Plan plan = Planner.plan(hpa, scale, context.options(), context.drain(), NOW, settings);
      return Situation.of(
              hpa,
              scale,
              plan,
              new Selection(pods, List.of("shop/web"), ownership),
              plan instanceof Plan.Measure ? results : List.of(),
              before,
              settings.with(context.options()),
              NOW)
          .with(context);
    }

    Situation upstream() {
      return at(Situation.Context.NONE);
    }

    /** Combines the metrics in another way from now on. */
    void aggregate(UpstreamDifferences.Aggregation how) {
      settings =
          settings.with(
              new UpstreamDifferences(
                  null,
                  null,
                  UpstreamDifferences.Formula.RATIO,
                  UpstreamDifferences.UtilizationBase.REQUESTS,
                  how,
                  false,
                  Set.of()));
    }

    int current() {
      return scale.specReplicas();
    }

    boolean isWithinBounds() {
      return current() >= hpa.spec().minReplicasOrDefault()
          && current() <= hpa.spec().maxReplicas();
    }
  }

  private interface Property {
    void verify(Case each, String place);
  }

  private static void forAll(Property property) {
    forAll(1, property);
  }

  private static void forAll(int minimum, Property property) {
    for (int seed = 0; seed < CASES; seed++) {
      Case each = new Case(seed, minimum);
      property.verify(
          each, "seed " + seed + ": " + each.scale + " " + each.hpa.spec() + each.results);
    }
  }

  private static @Nullable Integer recommendation(Situation situation) {
    Reasoning.ComputedReplicas computed = Decider.decide(situation).reasoning().computed();
    return computed == null ? null : computed.recommendation();
  }

  /** The proposals of the metrics; null for a metric without one. */
  private static List<@Nullable Integer> proposals(Situation situation) {
    List<@Nullable Integer> all = new ArrayList<>();
    for (MetricOutcome each : Decider.decide(situation).reasoning().metrics()) {
      all.add(each instanceof MetricOutcome.Proposal proposal ? proposal.replicas() : null);
    }
    return all;
  }

  @Test
  void withoutOptionsNothingChanges() {
    forAll(
        0,
        (each, place) -> {
          Options none =
              OptionsReader.UNRESTRICTED.read(
                  Map.of("a/b", "c", "mode", "Paused"), Map.of("x", ""));
          Rollout rollout = new Rollout(each.random.nextBoolean(), "more pods");
          Situation plain =
              Situation.of(
                  each.hpa,
                  each.scale,
                  Planner.plan(each.hpa, each.scale, each.settings),
                  new Selection(each.pods, List.of("shop/web")),
                  each.upstream().plan() instanceof Plan.Measure ? each.results : List.of(),
                  each.history,
                  each.settings,
                  NOW);
          Situation situation = each.at(new Situation.Context(none, rollout, Outages.NONE));
          assertEquals(concluded(plain), concluded(situation), place);
          assertEquals(
              Decider.decide(plain).reasoning(), Decider.decide(situation).reasoning(), place);
          assertEquals(OptionFixtures.trace(plain), OptionFixtures.trace(situation), place);
          assertFalse(
              concluded(plain).status().conditionsOrEmpty().stream()
                  .anyMatch(condition -> OptionConditions.TYPES.contains(condition.type())),
              place);
        });
  }

  @Test
  void optionsWithTheValuesOfUpstreamChangeNothing() {
    String[] upstream =
        KEYS.stream()
            .filter(key -> !key.defaultValue().equals("none"))
            .map(key -> key + "=" + key.defaultValue())
            .filter(each -> options(each).problems().isEmpty())
            .toArray(String[]::new);
    assertTrue(List.of(upstream).containsAll(List.of("mode=Active", "min-ready=0%")));
    forAll(
        0,
        (each, place) ->
            assertEquals(
                concluded(each.upstream()),
                concluded(
                    each.at(
                        new Situation.Context(
                            options(upstream), OptionFixtures.SURGE, Outages.NONE))),
                place));
  }

  /** Of every option, with the value of its example. */
  @Test
  void whatChangesTheReplicasAfterTheLimitsIsAnAdjustment() {
    int[] adjusted = new int[1];
    forAll(
        0,
        (each, place) -> {
          OptionKey key = KEYS.get(each.random.nextInt(KEYS.size()));
          String example = key + (key.isNamed() ? ".m1=" : "=") + key.example();
          Situation situation = each.at(context(example));
          Trace trace = OptionFixtures.trace(situation);
          Trace.Limits limits = trace.limits();
          if (limits == null) {
            return;
          }
          boolean isAdjusted = trace.adjustment() != Decider.Adjustment.NONE;
          assertEquals(
              limits.replicas() != Objects.requireNonNull(trace.result().replicas()),
              isAdjusted,
              example + ", " + place);
          adjusted[0] += isAdjusted ? 1 : 0;
        });
    assertTrue(adjusted[0] > 10, "adjusted " + adjusted[0]);
  }

  @Test
  void limitsThatEqualTheRequestsProposeTheSame() {
    forAll(
        0,
        (each, place) -> {
          each.pods.replaceAll(pod -> pod.with(pod.resources().withLimits(requesting("1"))));
          assertEquals(
              proposals(each.upstream()),
              proposals(each.at(context("request-base=Limits"))),
              place);
        });
  }

  @Test
  void higherLimitsNeverRaiseAUtilization() {
    int[] lowered = new int[1];
    forAll(
        (each, place) -> {
          List<@Nullable Integer> before = proposals(each.upstream());
          each.pods.replaceAll(pod -> pod.with(pod.resources().withLimits(requesting("3"))));
          assertEquals(before, proposals(each.upstream()), place);
          List<@Nullable Integer> after = proposals(each.at(context("request-base=Limits")));
          for (int i = 0; i < before.size(); i++) {
            Integer without = before.get(i);
            Integer with = after.get(i);
            assertEquals(without == null, with == null, place);
            assertTrue(with == null || without == null || with <= without, place);
            lowered[0] += with != null && without != null && with < without ? 1 : 0;
          }
        });
    assertTrue(lowered[0] > 50, "lowered " + lowered[0]);
  }

  /** Also with pods that have no value or are not ready, and with a rollout. */
  @Test
  void aPercentileNeverLowersAProposal() {
    int[] raised = new int[1];
    forAll(
        (each, place) -> {
          String aggregate =
              each.random.nextBoolean() ? "max" : "p" + (1 + each.random.nextInt(99));
          List<String> names =
              MetricNames.of(each.hpa.spec().metricsOrEmpty()).stream()
                  .map(name -> "aggregate." + name + "=" + aggregate)
                  .toList();
          Situation.Context with = context(names.toArray(String[]::new));
          List<@Nullable Integer> before = proposals(each.upstream());
          List<@Nullable Integer> after = proposals(each.at(with));
          for (int i = 0; i < before.size(); i++) {
            Integer without = before.get(i);
            Integer proposed = after.get(i);
            assertEquals(without == null, proposed == null, place);
            assertTrue(proposed == null || without == null || proposed >= without, place);
            raised[0] += proposed != null && without != null && proposed > without ? 1 : 0;
          }
          assertEquals(
              MetricLoads.of(each.upstream()), MetricLoads.of(each.at(with)), "loads, " + place);
        });
    assertTrue(raised[0] > 100, "raised " + raised[0]);
  }

  /** Pods that are not ready by chance for up to two hours; some have no node. */
  private static void waiting(Case each) {
    each.pods.replaceAll(
        pod ->
            each.random.nextInt(3) != 0
                ? pod
                : new Pod(
                    pod.name(),
                    each.random.nextBoolean() ? Pod.Phase.PENDING : Pod.Phase.RUNNING,
                    each.random.nextInt(9) == 0,
                    each.random.nextInt(9) == 0 ? null : ago(each.random.nextInt(7200)),
                    new Pod.Readiness(Pod.Readiness.Status.FALSE, ago(each.random.nextInt(7200))),
                    pod.resources()));
  }

  @Test
  void stuckPodsNeverLowerAProposalAndAreAddedOnce() {
    int[] raised = new int[2];
    forAll(
        (each, place) -> {
          waiting(each);
          Situation with = each.at(context("stuck-after=5m"));
          long stuck = each.pods.stream().filter(StuckRule.stuck(with)).count();
          List<@Nullable Integer> before = proposals(each.upstream());
          List<@Nullable Integer> after = proposals(with);
          List<MetricOutcome> outcomes = Decider.decide(with).reasoning().metrics();
          for (int i = 0; i < before.size(); i++) {
            Integer without = before.get(i);
            Integer proposed = after.get(i);
            assertEquals(without == null, proposed == null, place);
            if (without == null || proposed == null) {
              continue;
            }
            assertTrue(proposed >= without, place);
            if (stuck == 0 || without < each.current()) {
              assertEquals(without, proposed, place);
            }
            if (outcomes.get(i) instanceof MetricOutcome.Adjusted adjusted) {
              Calculation how = adjusted.metric().how();
              Double filled = how.filledRatio();
              int serving = (int) Math.ceil((filled == null ? how.ratio() : filled) * how.pods());
              assertTrue(proposed <= Math.max(each.current(), serving + stuck), place);
              assertTrue(proposed >= each.current(), place);
              assertEquals(Decider.ProposalRule.STUCK_PODS_ADDED, adjusted.rule(), place);
              raised[0]++;
            }
            raised[1] += proposed > without ? 1 : 0;
          }
        });
    assertTrue(raised[0] > 20 && raised[1] > 20, Arrays.toString(raised));
  }

  @Test
  void aDrainAddsOneReplicaAtMostAndNeverLowers() {
    int[] seen = new int[3];
    forAll(
        (each, place) -> {
          Drain drain =
              new Drain(
                  each.random.nextInt(4) == 0 ? List.of() : List.of("a"),
                  each.random.nextInt(3) == 0 ? "" : "web",
                  each.random.nextInt(8) == 0 ? "unknown" : "");
          boolean isBegun = each.random.nextBoolean();
          if (isBegun) {
            HpaCondition began =
                new HpaCondition(
                    "DrainSurge", "True", ago(each.random.nextInt(900)), "MinimumRaised", "");
            Instant scaled = each.random.nextBoolean() ? ago(each.random.nextInt(900)) : null;
            each.hpa = each.hpa.withStatus(new HpaStatus(null, scaled, 0, 0, null, List.of(began)));
          }
          Situation without = each.at(context());
          Situation.Context context = context("drain=Surge").with(drain);
          Situation with = each.at(context);
          int current = each.current();
          Bounds before = without.bounds();
          Bounds after = with.bounds();
          assertEquals(before.max(), after.max(), place);
          assertTrue(after.min() >= before.min(), place);
          assertTrue(
              after.min() == before.min()
                  || (current > 0 && after.min() <= Math.min(current + 1, before.max())),
              place);
          int result = OptionFixtures.result(with);
          int upstream = OptionFixtures.result(without);
          if (current > 0 && after.min() > current) {
            // As with a raised minReplicas, the metrics apply from the next sync on.
            assertEquals(after.min(), result, place);
          } else {
            assertEquals(current == 0 ? upstream : Math.max(upstream, after.min()), result, place);
          }
          if (after.equals(before)) {
            assertEquals(Decider.decide(without).reasoning(), Decider.decide(with).reasoning());
            seen[0]++;
          } else {
            assertTrue(isBegun || !drain.budget().isEmpty(), place);
            seen[after.min() > current ? 1 : 2]++;
          }
          assertEquals(upstream, OptionFixtures.result(each.at(context().with(drain))), place);
        });
    assertTrue(seen[0] > 20 && seen[1] > 20 && seen[2] > 20, Arrays.toString(seen));
  }

  private static String[] fallback(Random random) {
    Fallback.Strategy[] all = Fallback.Strategy.values();
    Fallback.Strategy strategy = all[random.nextInt(all.length)];
    return strategy == Fallback.Strategy.CURRENT_REPLICAS
        ? new String[] {"fallback-strategy=CurrentReplicas"}
        : new String[] {
          "fallback-strategy=" + strategy, "fallback-replicas=" + (1 + random.nextInt(20))
        };
  }

  /** A history in which each metric has failed for some time. */
  private static History failing(Case each, int seconds) {
    Map<String, Instant> since = new HashMap<>();
    if (each.upstream().plan() instanceof Plan.Measure measure) {
      for (Plan.PlannedMetric metric : measure.metrics()) {
        since.put(MetricName.of((Plan.Queried) metric), ago(seconds));
      }
    }
    return each.history.failing(since);
  }

  /** Forecasts by chance for all metrics. */
  private static Situation forecast(Case each, Situation.Context context) {
    Map<String, LoadForecast> forecasts = new HashMap<>();
    MetricLoads.of(each.at(context))
        .forEach(
            (metric, load) ->
                forecasts.put(
                    metric,
                    new LoadForecast(
                        List.of(LoadForecast.State.values()).get(each.random.nextInt(4) % 3),
                        each.random.nextInt(9) == 0 ? null : load * 3 * each.random.nextDouble(),
                        NOW.plusSeconds(900),
                        List.of(load),
                        7,
                        ForecastError.NONE,
                        "")));
    return each.at(context.with(new Forecasts(forecasts, "")));
  }

  @Test
  void aForecastNeverLowersAnything() {
    int[] raised = new int[1];
    for (UpstreamDifferences.Aggregation how : UpstreamDifferences.Aggregation.values()) {
      forAll(
          0,
          (each, place) -> {
            each.aggregate(how);
            Situation with = forecast(each, context("forecast=seasonal"));
            Situation without = each.upstream();
            Integer recommended = recommendation(with);
            Integer before = recommendation(without);
            if (before != null && recommended != null) {
              assertTrue(recommended >= before, place);
              raised[0] += recommended > before ? 1 : 0;
            }
            Integer desired = concluded(with).desiredReplicas();
            Integer otherwise = concluded(without).desiredReplicas();
            int kept = each.current();
            assertTrue(
                (desired == null ? kept : desired) >= (otherwise == null ? kept : otherwise),
                how + " " + desired + " instead of " + otherwise + ", " + place);
            if (kept == 0) {
              assertEquals(otherwise, desired, place);
            }
            if (before != null) {
              assertEquals(
                  recommended != null && recommended > before,
                  OptionFixtures.condition(concluded(with), "ForecastActive").startsWith("True"),
                  place);
            }
          });
    }
    assertTrue(raised[0] > 100, "raised " + raised[0]);
  }

  @Test
  void aForecastWithoutLoadsChangesOnlyItsCondition() {
    forAll(
        0,
        (each, place) -> {
          Situation with = each.at(context("forecast=seasonal"));
          assertEquals(
              concluded(each.upstream()).desiredReplicas(),
              concluded(with).desiredReplicas(),
              place);
          assertEquals(
              Decider.decide(each.upstream()).reasoning(), Decider.decide(with).reasoning(), place);
        });
  }

  @Test
  void aFallbackNeverLowersTheResultBelowHealthyMetrics() {
    forAll(
        (each, place) -> {
          Situation situation =
              each.at(
                  context(fallback(each.random)),
                  failing(each, 170 + each.random.nextInt(20)),
                  Ownership.BY_LABELS);
          List<@Nullable Integer> healthy = proposals(each.upstream());
          Integer recommended = recommendation(situation);
          for (Integer proposal : healthy) {
            assertTrue(
                proposal == null || recommended == null || recommended >= Math.max(0, proposal),
                place);
          }
          Integer without = recommendation(each.upstream());
          assertTrue(without == null || (recommended != null && recommended >= without), place);
          if (!healthy.contains(null)) {
            assertEquals(result(each.upstream()), result(situation), place);
          }
        });
  }

  @Test
  void aFallbackNeverActsBeforeItsTime() {
    forAll(
        (each, place) -> {
          Situation situation =
              each.at(
                  context(fallback(each.random)),
                  failing(each, each.random.nextInt(180)),
                  Ownership.BY_LABELS);
          Conclusion upstream = concluded(each.upstream());
          Conclusion early = concluded(situation);
          assertEquals(result(each.upstream()), result(situation), place);
          assertEquals(upstream.error(), early.error(), place);
          assertEquals(upstream.history(), early.history().failing(Map.of()), place);
          assertEquals(upstream.eventsAfter(), early.eventsAfter(), place);
          assertEquals(upstream.eventsBefore(), early.eventsBefore(), place);
          assertEquals(
              new Conditions(upstream.status().conditionsOrEmpty()),
              new Conditions(early.status().conditionsOrEmpty()).without("FallbackActive"),
              place);
        });
  }

  @Test
  void aFallbackWithReplicasOfTheTargetNeverWakesIt() {
    forAll(
        0,
        (each, place) -> {
          HorizontalPodAutoscaler asleep =
              Fixtures.autoscaler(
                      0,
                      20,
                      each.behavior(),
                      each.hpa.spec().metricsOrEmpty().toArray(MetricSpec[]::new))
                  .withStatus(
                      OptionFixtures.status(
                          new HpaCondition("ScaledToZero", "True", ago(900), "ScaledToZero", "")));
          MetricResult[] broken = new MetricResult[each.results.size()];
          Arrays.fill(broken, BROKEN);
          String[] fallback = fallback(each.random);
          History failing =
              new History(List.of(), List.of(), List.of(), failing(each, 900).failingSince());
          int result =
              result(
                  OptionFixtures.situation(
                      asleep,
                      Fixtures.scale(0),
                      failing,
                      context(fallback),
                      Fixtures.scaleToZero(),
                      NOW,
                      broken));
          assertTrue(fallback[0].endsWith("=Static") || result == 0, place);
        });
  }

  @Test
  void dryRunNeverWritesAndReportsWhatActiveWouldWrite() {
    forAll(
        0,
        (each, place) -> {
          Situation situation = each.at(context("mode=DryRun"));
          Decision.Ended dry =
              assertInstanceOf(Decision.Ended.class, Decider.decide(situation), place);
          Decision active = Decider.decide(each.upstream());
          Integer expected =
              active instanceof Decision.Rescale rescale ? (Integer) rescale.desired() : null;
          assertEquals(expected, dry.withheld(), place);
          Conclusion written = concluded(active, NOW);
          assertEquals(written.desiredReplicas(), dry.conclusion().desiredReplicas(), place);
          assertEquals(
              written.status().desiredReplicas(),
              dry.conclusion().status().desiredReplicas(),
              place);
          assertEquals(
              written.history().recommendations(),
              dry.conclusion().history().recommendations(),
              place);
          assertEquals(each.history.scaleUps(), dry.conclusion().history().scaleUps(), place);
          assertEquals(each.history.scaleDowns(), dry.conclusion().history().scaleDowns(), place);
          assertEquals(
              each.hpa.status().lastScaleTime(), dry.conclusion().status().lastScaleTime(), place);
        });
  }

  @Test
  void pausedNeverChangesTheReplicasAndKeepsTheWindowsWarm() {
    forAll(
        0,
        (each, place) -> {
          Situation situation = each.at(context("mode=Paused"));
          Decision.Ended paused =
              assertInstanceOf(Decision.Ended.class, Decider.decide(situation), place);
          Integer desired = paused.conclusion().desiredReplicas();
          assertTrue(desired == null || desired == each.current(), place);
          assertNull(paused.withheld(), place);
          if (each.isWithinBounds()) {
            assertEquals(
                concluded(each.upstream()).history().recommendations(),
                paused.conclusion().history().recommendations(),
                place);
          }
          assertEquals(each.history.scaleUps(), paused.conclusion().history().scaleUps(), place);
        });
  }

  @Test
  void scaleUpOnlyNeverScalesDownAndScalesUpAsUpstream() {
    forAll(
        0,
        (each, place) -> {
          Situation situation = each.at(context("mode=ScaleUpOnly"));
          assertTrue(result(situation) >= each.current(), place);
          Integer desired = concluded(situation).desiredReplicas();
          assertTrue(desired == null || desired >= each.current(), place);
          if (result(each.upstream()) >= each.current()
              && each.current() <= each.hpa.spec().maxReplicas()) {
            assertEquals(concluded(each.upstream()), concluded(situation), place);
          }
        });
  }

  @Test
  void ownerReferenceWithAllPodsOwnedEqualsLabelSelector() {
    forAll(
        0,
        (each, place) -> {
          int count = each.pods.size();
          Situation situation =
              each.at(
                  context("selection-strategy=OwnerReference"),
                  each.history,
                  new Ownership(true, count, count, ""));
          assertEquals(concluded(each.upstream()), concluded(situation), place);
          assertEquals(
              Decider.decide(each.upstream()).reasoning(),
              Decider.decide(situation).reasoning(),
              place);
        });
  }

  @Test
  void compensateNeverProposesMoreThanUpstream() {
    int[] limited = new int[2];
    forAll(
        (each, place) -> {
          Situation situation =
              each.at(
                  new Situation.Context(
                      options("rollout=Compensate"), OptionFixtures.SURGE, Outages.NONE));
          List<@Nullable Integer> upstream = proposals(each.upstream());
          List<@Nullable Integer> compensated = proposals(situation);
          assertEquals(upstream.size(), compensated.size(), place);
          for (int i = 0; i < upstream.size(); i++) {
            Integer before = upstream.get(i);
            Integer after = compensated.get(i);
            assertEquals(before == null, after == null, place);
            if (before == null || after == null) {
              continue;
            }
            Plan.PlannedMetric metric = situation.metrics().get(i).metric();
            boolean ofPods =
                metric instanceof Plan.ResourceMetric || metric instanceof Plan.PodsMetric;
            if (before > each.current() && !isShareOfTotal(metric)) {
              assertTrue(after <= before && after >= each.current(), place);
              limited[0] += after < before ? 1 : 0;
            }
            if (ofPods) {
              assertTrue(after >= each.current(), place);
              limited[1] += after > before ? 1 : 0;
            }
          }
        });
    assertTrue(limited[0] > 50 && limited[1] > 50, Arrays.toString(limited));
  }

  private static boolean isShareOfTotal(Plan.PlannedMetric metric) {
    return (metric instanceof Plan.ExternalMetric external
            && external.target() instanceof Plan.AverageValue)
        || (metric instanceof Plan.ObjectMetric object
            && object.target() instanceof Plan.AverageValue);
  }

  @Test
  void compensateComputesTotalsAsWithoutAdditionalPods() {
    forAll(
        (each, place) -> {
          Situation situation =
              each.at(
                  new Situation.Context(
                      options("rollout=Compensate"), OptionFixtures.SURGE, Outages.NONE));
          Scale steady =
              new Scale("shop", "web", null, "7", each.current(), each.current(), "app=web");
          Situation without =
              new Situation(
                  each.hpa,
                  steady,
                  situation.plan(),
                  situation.selection(),
                  situation.metrics(),
                  each.history,
                  Situation.Context.NONE,
                  each.settings,
                  NOW);
          List<@Nullable Integer> expected = proposals(without);
          List<@Nullable Integer> compensated = proposals(situation);
          for (int i = 0; i < compensated.size(); i++) {
            if (isShareOfTotal(situation.metrics().get(i).metric())) {
              assertEquals(expected.get(i), compensated.get(i), place);
            }
          }
        });
  }

  private static boolean isValue(Plan.PlannedMetric metric) {
    return (metric instanceof Plan.ExternalMetric external
            && external.target() instanceof Plan.Value)
        || (metric instanceof Plan.ObjectMetric object && object.target() instanceof Plan.Value);
  }

  @Test
  void valueBaseSpecFollowsTheRatioOfEveryValueAndChangesNothingElse() {
    int[] raised = new int[1];
    forAll(
        0,
        (each, place) -> {
          Situation situation = each.at(context("value-base=Spec"));
          List<MetricOutcome> outcomes = Decider.decide(situation).reasoning().metrics();
          List<@Nullable Integer> upstream = proposals(each.upstream());
          for (int i = 0; i < outcomes.size(); i++) {
            Integer before = upstream.get(i);
            if (!isValue(situation.metrics().get(i).metric())) {
              assertEquals(before, proposals(situation).get(i), place);
            } else if (outcomes.get(i) instanceof MetricOutcome.Proposed proposed) {
              double ratio = proposed.how().ratio();
              int after = proposed.replicas();
              assertTrue(ratio < 1 || after >= each.current(), place);
              assertTrue(ratio > 1 || after <= Math.max(1, each.current()), place);
              assertTrue(
                  each.scale.statusReplicas() > each.current() || before == null || after >= before,
                  place);
              raised[0] += before != null && after > before ? 1 : 0;
            }
          }
        });
    assertTrue(raised[0] > 100, "raised " + raised[0]);
  }

  @Test
  void minReadyNeverScalesDownWithTooFewReadyPodsAndChangesNothingElse() {
    int[] held = new int[1];
    forAll(
        0,
        (each, place) -> {
          int share = each.random.nextInt(101);
          Situation situation = each.at(context("min-ready=" + share + "%"));
          long ready = each.pods.stream().filter(Pod::isRunningAndReady).count();
          boolean tooFew = ready * 100 < (long) share * each.current();
          int before = result(each.upstream());
          int after = result(situation);
          boolean decides = situation.plan() instanceof Plan.Measure;
          assertEquals(decides && tooFew ? Math.max(before, each.current()) : before, after, place);
          held[0] += after > before ? 1 : 0;
          if (after == before && before >= each.current()) {
            assertEquals(concluded(each.upstream()), concluded(situation), place);
          }
        });
    assertTrue(held[0] > 10, "held " + held[0]);
  }

  @Test
  void rejectedAnswersNeverScaleDownAndOtherAnswersCount() {
    int[] rejected = new int[1];
    forAll(
        (each, place) -> {
          Situation without = each.upstream();
          List<MetricResult> results = new ArrayList<>(without.results());
          if (results.isEmpty() || !each.isWithinBounds()) {
            return;
          }
          int index = each.random.nextInt(results.size());
          long broken = List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE).get(each.random.nextInt(3));
          results.set(
              index,
              switch (results.get(index)) {
                case MetricReading.PodValues pods ->
                    MetricReading.PodValues.of(List.of(value("p0", broken)));
                case MetricReading.Series series -> MetricReading.Series.of(List.of(broken));
                case MetricReading.SingleValue value -> MetricReading.SingleValue.of(broken);
                default -> MetricReading.SingleValue.of(broken);
              });
          if (without.results().get(index).equals(BROKEN)) {
            return;
          }
          Situation situation =
              each.at(context("treat-as-missing=negative,overflow")).withResults(results);
          assertTrue(result(situation) >= each.current(), place);
          Situation failed =
              each.at(context("treat-as-missing=negative,overflow"))
                  .withResults(replaced(results, index, BROKEN));
          assertEquals(result(failed), result(situation), place);
          assertEquals(
              result(without),
              result(each.at(context("treat-as-missing=negative,overflow"))),
              place);
          rejected[0]++;
        });
    assertTrue(rejected[0] > 100, "rejected " + rejected[0]);
  }

  private static List<MetricResult> replaced(
      List<MetricResult> results, int index, MetricResult by) {
    List<MetricResult> all = new ArrayList<>(results);
    all.set(index, by);
    return all;
  }

  @Test
  void aStalledRolloutNeverLowersAProposal() {
    int[] raised = new int[1];
    Rollout stalled = new Rollout(true, "it has more pods than requested", true);
    forAll(
        (each, place) -> {
          Options compensate = options("rollout=Compensate");
          List<@Nullable Integer> before =
              proposals(
                  each.at(new Situation.Context(compensate, OptionFixtures.SURGE, Outages.NONE)));
          List<@Nullable Integer> after =
              proposals(each.at(new Situation.Context(compensate, stalled, Outages.NONE)));
          for (int i = 0; i < before.size(); i++) {
            Integer with = after.get(i);
            Integer without = before.get(i);
            assertEquals(without == null, with == null, place);
            assertTrue(with == null || without == null || with >= without, place);
            raised[0] += with != null && without != null && with > without ? 1 : 0;
          }
        });
    assertTrue(raised[0] > 50, "raised " + raised[0]);
  }

  @Test
  void anOutageNeverScalesDownAndChangesNoScaleUp() {
    forAll(
        (each, place) -> {
          Map<MetricQuery, String> outages = new HashMap<>();
          if (each.upstream().plan() instanceof Plan.Measure measure) {
            measure.queries().forEach(query -> outages.put(query, "metrics-server"));
          }
          Situation situation =
              each.at(
                  new Situation.Context(
                      Options.NONE, Rollout.NONE, new Outages(outages, Set.of())));
          if (each.isWithinBounds()) {
            assertTrue(result(situation) >= each.current(), place);
          }
          List<@Nullable Integer> before = proposals(each.upstream());
          List<@Nullable Integer> after = proposals(situation);
          for (int i = 0; i < before.size(); i++) {
            Integer proposal = before.get(i);
            Integer expected =
                proposal == null ? null : (Integer) Math.max(proposal, each.current());
            assertEquals(expected, after.get(i), place);
          }
        });
  }

  @Test
  void aModeAppliesUntilItsEnd() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Mode mode = MODES.get(random.nextInt(MODES.size()));
      Instant until = NOW.plusSeconds(random.nextInt(7) - 3L);
      Case each = new Case(seed, 0);
      Situation.Context context = context("mode=" + mode, "mode-until=" + until);
      boolean ended = !NOW.isBefore(until);
      String place = "seed " + seed + ": " + mode + " " + until;
      assertEquals(ended ? Mode.ACTIVE : mode, context.options().modeAt(NOW), place);
      assertEquals(ended ? 1 : 0, context.options().problemsAt(NOW).size(), place);
      Situation expected = ended ? each.upstream() : each.at(context("mode=" + mode));
      assertEquals(result(expected), result(each.at(context)), place);
      assertEquals(
          Decider.decide(expected).reasoning(),
          Decider.decide(each.at(context)).reasoning(),
          place);
    }
  }

  @Test
  void theClocksOfAHistoryMoveWithIt() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Case each = new Case(seed, 1);
      History history = failing(each, random.nextInt(900));
      Duration by = Duration.ofSeconds(random.nextInt(2000) - 1000L);
      History moved = history.moved(by);
      assertEquals(history.failingSince().keySet(), moved.failingSince().keySet());
      history
          .failingSince()
          .forEach((name, since) -> assertEquals(since.plus(by), moved.failingSince().get(name)));
      assertEquals(history, moved.moved(by.negated()), "seed " + seed);
    }
  }
}
