package dev.hpa.cli.recommend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.Json;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Quantity;
import dev.hpa.core.options.Options;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.ReplaySetup;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Ten loads whose best setting in a grid of target, minimum and scale-down window is known from
 * trying all: the search in the whole space finds a setting that costs at most 2 % more.
 */
class SearchTest {
  private static final Duration STEP = Duration.ofMinutes(2);
  private static final Goal GOAL = new Goal(0.001, 1000, 0, Goal.Reserve.NONE);

  /** The default of the command. */
  private static final int BUDGET = 400;

  private static final double MARGIN = 1.02;

  private static HorizontalPodAutoscaler autoscaler() {
    return HpaDefaults.apply(
        HorizontalPodAutoscaler.of(
            ObjectMeta.named("shop", "web"),
            Json.read(
                Json.tree(
                    """
                    {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
                     "minReplicas": 5, "maxReplicas": 40,
                     "metrics": [{"type": "Resource", "resource": {"name": "cpu",
                       "target": {"type": "Utilization", "averageUtilization": 50}}}]}
                    """),
                HpaSpec.class),
            HpaStatus.EMPTY));
  }

  private static ReplayWorkload workload(DoubleUnaryOperator load) {
    double[] values = new double[16 * 30];
    for (int i = 0; i < values.length; i++) {
      values[i] = load.applyAsDouble(i / 30.0);
    }
    return ReplayWorkload.of(
        Instant.parse("2026-03-02T00:00:00Z"),
        STEP,
        List.of(Samples.of(values)),
        1,
        Map.of("cpu", Quantity.parse("1")),
        Duration.ofSeconds(45),
        20);
  }

  private static ReplayFigures replay(ReplayWorkload workload, HorizontalPodAutoscaler hpa) {
    Options options = OptionsReader.UNRESTRICTED.read(hpa, Map.of());
    return Replay.run(
            workload, hpa, ReplaySetup.of(options, Settings.DEFAULTS).withSyncPeriod(STEP))
        .figures();
  }

  private static SearchSpace space() {
    return Dimensions.of(autoscaler(), Settings.DEFAULTS, all(1, 80), 1, null);
  }

  private static int index(SearchSpace space, String name) {
    return space.dimensions().stream().map(Dimension::name).toList().indexOf(name);
  }

  /** All combinations of every second target and minimum, and of all scale-down windows. */
  private static List<List<Integer>> grid(SearchSpace space) {
    int target = index(space, "target cpu");
    int min = index(space, "minReplicas");
    int window = index(space, "scaleDown window");
    List<List<Integer>> grid = new ArrayList<>();
    for (int t = 1; t < space.dimensions().get(target).choices().size(); t += 2) {
      for (int m = 0; m < 8; m += 2) {
        for (int w = 0; w < space.dimensions().get(window).choices().size(); w += 2) {
          List<Integer> setting = SearchSpace.changed(space.present(), target, t);
          setting = SearchSpace.changed(setting, min, m);
          grid.add(SearchSpace.changed(setting, window, w));
        }
      }
    }
    return grid;
  }

  private static Map<String, DoubleUnaryOperator> loads() {
    Random noise = new Random(3);
    return Map.ofEntries(
        Map.entry("a day", h -> 8 + 6 * Math.sin(h / 12 * Math.PI)),
        Map.entry("office hours", h -> h > 5 && h < 13 ? 12 : 2),
        Map.entry("a spike each hour", h -> 4 + 10 * peak(h % 1, 0.5, 0.1)),
        Map.entry("noise", h -> (8 + 4 * Math.sin(h / 3)) * (0.85 + 0.3 * noise.nextDouble())),
        Map.entry("a flash crowd", h -> 4 + 12 * peak(h, 9, 0.2)));
  }

  private static double peak(double hour, double at, double width) {
    return Math.exp(-Math.pow((hour - at) / width, 2));
  }

  @TestFactory
  Stream<DynamicTest> theSearchFindsWhatAGridFinds() {
    return loads().entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(), () -> compareWithGrid(workload(each.getValue()))));
  }

  private static void compareWithGrid(ReplayWorkload workload) {
    SearchSpace space = space();
    Candidate known =
        grid(space).parallelStream()
            .map(each -> new Candidate(each, replay(workload, space.with(each))))
            .min(Candidate.best(GOAL))
            .orElseThrow();
    assertTrue(GOAL.isMetBy(known.figures()), "the grid has no setting that meets the goal");
    Search search =
        new Search(
            space,
            List.of(GOAL),
            setting -> replay(workload, space.with(setting)),
            1,
            BUDGET,
            (found, done) -> {});
    search.run();
    ReplayFigures found = search.simplest().getFirst().figures();
    assertTrue(GOAL.isMetBy(found), "found " + found);
    assertTrue(
        found.podHours() <= MARGIN * known.figures().podHours()
            || GOAL.isPoorTrade(known.figures(), found),
        found.podHours() + " against " + known.figures().podHours());
  }

  @Test
  void theSameSeedGivesTheSameResult() {
    ReplayWorkload workload = workload(h -> 8 + 6 * Math.sin(h));
    assertEquals(searched(workload, 5), searched(workload, 5));
  }

  private static List<Candidate> searched(ReplayWorkload workload, long seed) {
    SearchSpace space = space();
    return new Search(
            space,
            List.of(GOAL),
            setting -> replay(workload, space.with(setting)),
            seed,
            60,
            (found, done) -> {})
        .run();
  }

  /** The whole batch is replayed before the best is taken. */
  @Test
  void bestSettingSoFarIsDescribed() {
    ReplayWorkload workload = workload(h -> 8 + 6 * Math.sin(h));
    SearchSpace space = space();
    List<String> seen = new ArrayList<>();
    List<Candidate> all =
        new Search(
                space,
                List.of(GOAL),
                setting -> replay(workload, space.with(setting)),
                1,
                60,
                (found, done) -> seen.add(Recommender.best(found, space, GOAL)))
            .run();
    Candidate best = all.stream().min(Candidate.best(GOAL)).orElseThrow();
    assertTrue(seen.getFirst().startsWith("today's setting (saving 0 %, "), seen::toString);
    assertTrue(
        seen.getLast()
            .endsWith(
                "unserved %s, goal met)".formatted(FigureTexts.percent(best.figures().unserved()))),
        seen::toString);
  }

  @Test
  void noPointOfTheFrontIsDominated() {
    ReplayWorkload workload = workload(h -> 6 + 10 * peak(h % 1, 0.5, 0.05));
    SearchSpace space = space();
    Search search =
        new Search(
            space,
            List.of(GOAL),
            setting -> replay(workload, space.with(setting)),
            2,
            60,
            (found, done) -> {});
    List<Candidate> all = search.run();
    List<Candidate> front = search.front(GOAL);
    assertTrue(front.size() > 1, front.toString());
    for (Candidate point : front) {
      assertTrue(
          all.stream()
              .noneMatch(
                  other ->
                      other.figures().podHours() < point.figures().podHours()
                          && other.figures().unserved() <= point.figures().unserved()),
          point.toString());
    }
  }

  /** All properties but a lower maximum, with a load of any resolution. */
  static SearchScope all(int lowestMin, int highestMax) {
    return new SearchScope(
        lowestMin, highestMax, false, EnumSet.allOf(Property.class), Duration.ZERO);
  }
}
