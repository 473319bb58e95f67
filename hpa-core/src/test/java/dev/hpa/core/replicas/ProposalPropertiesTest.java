package dev.hpa.core.replicas;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.cpuRequests;
import static dev.hpa.core.Fixtures.deleted;
import static dev.hpa.core.Fixtures.inPhase;
import static dev.hpa.core.Fixtures.pending;
import static dev.hpa.core.Fixtures.ready;
import static dev.hpa.core.Fixtures.requesting;
import static dev.hpa.core.Fixtures.unready;
import static dev.hpa.core.Fixtures.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.Fixtures;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.settings.Settings;
import dev.hpa.spi.MetricReading.PodValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds of every proposal, tried on clusters made by chance. */
class ProposalPropertiesTest {

  private static final int CASES = 20_000;

  /** A target by chance: its pods, what they use, and a calculator for it. */
  private static final class World {
    final List<Pod> pods = new ArrayList<>();
    final List<PodValue> values = new ArrayList<>();
    final Tolerance tolerance;
    final int current;
    final int target;

    /** As many pods that count as replicas, and some more that are on their way out. */
    World(Random random) {
      current = 1 + random.nextInt(8);
      target = 1 + random.nextInt(200);
      tolerance = new Tolerance(random.nextInt(3) * 0.1, random.nextInt(3) * 0.1);
      int leaving = random.nextInt(3);
      for (int i = 0; i < current + leaving; i++) {
        String name = "p" + i;
        PodResources resources = requesting((1 + random.nextInt(2000)) + "m");
        if (i >= current) {
          pods.add(
              random.nextBoolean()
                  ? deleted(name, resources)
                  : inPhase(name, Pod.Phase.FAILED, resources));
        } else {
          pods.add(
              switch (random.nextInt(6)) {
                case 0 -> pending(name, resources);
                case 1 -> unready(name, resources);
                default -> ready(name, resources);
              });
        }
        if (random.nextInt(5) != 0) {
          values.add(value(name, random.nextInt(3000)));
        }
      }
    }

    ReplicaCalculator calculator() {
      return new ReplicaCalculator(current, current, Settings.DEFAULTS, NOW, pod -> true);
    }

    Outcome utilization(List<Pod> pods, List<PodValue> values) {
      try {
        var count =
            calculator()
                .byUtilization(
                    pods, values, "cpu", cpuRequests(), Thresholds.target(target, tolerance));
        return new Outcome(count.replicas(), count.utilization(), "");
      } catch (MetricProblem problem) {
        return new Outcome(-1, 0, problem.text());
      }
    }

    Outcome average(List<Pod> pods, List<PodValue> values) {
      try {
        var count =
            calculator().byAverage(pods, values, "cpu", Thresholds.target(10L * target, tolerance));
        return new Outcome(count.replicas(), count.usage(), "");
      } catch (MetricProblem problem) {
        return new Outcome(-1, 0, problem.text());
      }
    }

    boolean fillsIn() {
      return pods.stream()
          .limit(current)
          .anyMatch(
              pod ->
                  pod.phase() != Pod.Phase.PENDING
                      && values.stream().noneMatch(value -> value.pod().equals(pod.name())));
    }
  }

  private record Outcome(int replicas, long usage, String problem) {}

  private static List<PodValue> raised(Random random, List<PodValue> values) {
    return values.stream()
        .map(
            each ->
                PodValue.of(
                    each.pod(),
                    each.timestamp(),
                    each.window(),
                    each.milli() + (random.nextBoolean() ? random.nextInt(1000) : 0)))
        .toList();
  }

  @Test
  void moreUsageNeverProposesFewerReplicas() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      World world = new World(random);
      List<PodValue> more = raised(random, world.values);
      String place = "seed " + seed;
      assertTrue(
          world.utilization(world.pods, world.values).replicas()
              <= world.utilization(world.pods, more).replicas(),
          place);
      assertTrue(
          world.average(world.pods, world.values).replicas()
              <= world.average(world.pods, more).replicas(),
          place);
    }
  }

  @Test
  void aLargerNumberNeverProposesFewerReplicas() throws MetricProblem {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int current = 1 + random.nextInt(20);
      ReplicaCalculator calculator =
          new ReplicaCalculator(current, current, Settings.DEFAULTS, NOW, pod -> true);
      List<Pod> pods = Fixtures.readyPods(current, "1");
      long target = 1 + random.nextLong(5000);
      long usage = random.nextInt(200_000);
      long more = usage + random.nextInt(20_000);
      String place = "seed " + seed;
      assertTrue(
          calculator.byValue(pods, usage, Fixtures.target(target)).replicas()
              <= calculator.byValue(pods, more, Fixtures.target(target)).replicas(),
          place);
      assertTrue(
          calculator.byAverageValue(usage, Fixtures.target(target), true).replicas()
              <= calculator.byAverageValue(more, Fixtures.target(target), true).replicas(),
          place);
    }
  }

  @Test
  void theOrderOfPodsAndValuesIsIrrelevant() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      World world = new World(random);
      List<Pod> pods = new ArrayList<>(world.pods);
      List<PodValue> values = new ArrayList<>(world.values);
      Collections.shuffle(pods, random);
      Collections.shuffle(values, random);
      String place = "seed " + seed;
      assertEquals(
          world.utilization(world.pods, world.values), world.utilization(pods, values), place);
      assertEquals(world.average(world.pods, world.values), world.average(pods, values), place);
    }
  }

  @Test
  void fillingInNeverTurnsTheDirection() {
    int filled = 0;
    for (int seed = 0; seed < CASES; seed++) {
      World world = new World(new Random(seed));
      Outcome outcome = world.utilization(world.pods, world.values);
      if (!world.fillsIn() || !outcome.problem().isEmpty()) {
        continue;
      }
      filled++;
      String place = "seed " + seed + ": " + outcome;
      if (outcome.usage() >= world.target) {
        assertTrue(outcome.replicas() >= world.current, place);
      }
      if (outcome.usage() <= world.target) {
        assertTrue(outcome.replicas() <= world.current, place);
      }
    }
    assertTrue(filled > CASES / 10, "filled in " + filled + " times");
  }

  @Test
  void aRatioWithinToleranceChangesNothing() throws MetricProblem {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int current = 1 + random.nextInt(20);
      long target = 100 + random.nextLong(1000);
      long average = target * 9 / 10 + 1 + random.nextLong(target / 5 - 1);
      List<PodValue> values = new ArrayList<>();
      for (int i = 0; i < current; i++) {
        values.add(value("p" + i, average));
      }
      assertEquals(
          current,
          new ReplicaCalculator(current, current, Settings.DEFAULTS, NOW, pod -> true)
              .byAverage(Fixtures.readyPods(current, "1"), values, "", Fixtures.target(target))
              .replicas(),
          "seed " + seed);
    }
  }
}
