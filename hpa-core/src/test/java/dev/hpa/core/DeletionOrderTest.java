package dev.hpa.core;

import static dev.hpa.core.Fixtures.NOW;
import static dev.hpa.core.Fixtures.autoscaler;
import static dev.hpa.core.Fixtures.podValues;
import static dev.hpa.core.Fixtures.readyPods;
import static dev.hpa.core.Fixtures.scale;
import static dev.hpa.core.OptionFixtures.context;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.api.Scale;
import dev.hpa.core.behavior.History;
import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import dev.hpa.core.pods.Selection;
import dev.hpa.core.settings.Settings;
import dev.hpa.core.settings.UpstreamDifferences;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeletionOrderTest {

  private static final MetricSpec SESSIONS =
      MetricSpec.of(
          new MetricSpec.PodsMetric(
              new MetricIdentifier("sessions", null),
              MetricTarget.averageValue(Quantity.parse("10"))));
  private static final MetricSpec QUEUE =
      MetricSpec.of(
          new MetricSpec.ExternalMetric(
              new MetricIdentifier("queue", null), MetricTarget.averageValue(Quantity.parse("1"))));

  /** With the flag in place of the option. */
  private static List<String> order(MetricSpec metric, List<Pod> pods, MetricResult reading) {
    Settings settings =
        Settings.DEFAULTS.with(
            new UpstreamDifferences(
                null,
                null,
                UpstreamDifferences.Formula.RATIO,
                UpstreamDifferences.UtilizationBase.REQUESTS,
                UpstreamDifferences.Aggregation.MAXIMUM,
                true,
                Set.of()));
    return order(metric, pods, reading, settings, Situation.Context.NONE);
  }

  private static List<String> order(
      MetricSpec metric,
      List<Pod> pods,
      MetricResult reading,
      Settings settings,
      Situation.Context context) {
    HorizontalPodAutoscaler hpa = autoscaler(1, 1000, null, metric);
    Scale scale = scale(pods.size());
    Situation situation =
        Situation.of(
                hpa,
                scale,
                Planner.plan(hpa, scale, settings),
                new Selection(pods, List.of()),
                List.of(reading),
                History.EMPTY,
                settings,
                NOW)
            .with(context);
    return Decider.decide(situation) instanceof Decision.Rescale rescale
        ? DeletionOrder.of(situation, rescale)
        : List.of();
  }

  /**
   * With the option; a placement is {@code zone/node}, with {@code !} for a pod to keep and {@code
   * ?} for one that is not ready.
   */
  private static List<String> ordered(String order, MetricResult reading, String... placements) {
    return ordered(order, SESSIONS, reading, placements);
  }

  private static List<String> ordered(
      String order, MetricSpec metric, MetricResult reading, String... placements) {
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < placements.length; i++) {
      String[] place = placements[i].replaceAll("[!?]", "").split("/", -1);
      PodResources one = Fixtures.requesting("1");
      Pod pod =
          placements[i].endsWith("?")
              ? Fixtures.unready("p" + i, one)
              : Fixtures.ready("p" + i, one);
      pods.add(
          new Pod(
              pod.name(),
              pod.phase(),
              false,
              pod.startTime(),
              pod.ready(),
              pod.resources(),
              new Pod.Placement(place[1], place[0], placements[i].endsWith("!")),
              0));
    }
    return order(metric, pods, reading, Settings.DEFAULTS, context("scale-down-order=" + order));
  }

  /** The demand of a number of pods. */
  private static MetricResult queue(int pods) {
    return MetricReading.Series.of(List.of(1000L * pods));
  }

  @Test
  void zonesStayEven() {
    assertEquals(
        List.of("p0", "p1", "p3", "p5"),
        ordered("zone", QUEUE, queue(3), "a/1", "a/1", "a/1", "b/2", "b/2", "c/3", "c/3"));
  }

  @Test
  void theLeastBusyPodOfAZoneGoesFirst() {
    assertEquals(
        List.of("p1", "p2"),
        ordered("zone,idle", values(9000, 1000, 2000, 0), "a/1", "a/1", "a/1", "b/2"));
  }

  @Test
  void theEmptiestNodeIsEmptied() {
    assertEquals(
        List.of("p3", "p4", "p0"),
        ordered("node", QUEUE, queue(3), "a/1", "a/1", "a/1", "b/2", "b/2", "a/1"));
  }

  @Test
  void aPodWithACostOfItsOwnIsKept() {
    assertEquals(
        List.of("p1", "p2"),
        ordered("idle", values(0, 3000, 4000, 5000), "a/1!", "a/1", "a/1", "a/1"));
    assertEquals(
        List.of("p3"), ordered("idle", values(0, 0, 0, 9000), "a/1!", "a/1!", "a/1!", "a/1"));
  }

  @Test
  void withoutValuesTheNextWordDecides() {
    assertEquals(List.of(), ordered("idle", QUEUE, queue(1), "a/1", "b/2"));
    assertEquals(List.of("p1"), ordered("idle,node", QUEUE, queue(2), "a/1", "b/2", "a/1"));
  }

  /** 30 pods in 3 zones, in steps, with any number of pods lost on the way. */
  @Test
  void theZonesAreEvenWhateverIsLeft() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> left = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        left.add("abc".charAt(i % 3) + "/" + random.nextInt(6));
      }
      Collections.shuffle(left, random);
      for (int wanted = 30 - 1 - random.nextInt(9); wanted > 1; wanted -= 1 + random.nextInt(9)) {
        List<String> gone =
            ordered("zone,idle,node", QUEUE, queue(wanted), left.toArray(String[]::new));
        if (gone.isEmpty()) {
          continue; // within the tolerance
        }
        assertEquals(left.size() - wanted, gone.size(), "seed " + seed);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
          if (!gone.contains("p" + i)) {
            kept.add(left.get(i));
          }
        }
        left = kept;
        int[] zones = new int[3];
        left.forEach(each -> zones[each.charAt(0) - 'a']++);
        Arrays.sort(zones);
        assertTrue(zones[2] - zones[0] <= 1, "seed " + seed + ": " + Arrays.toString(zones));
      }
    }
  }

  /** The ReplicaSet may know that a pod is ready before the controller does. */
  @Test
  void theZonesAreEvenIfTheReadinessOfAPodIsLate() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      String[] placements = new String[30];
      for (int i = 0; i < 30; i++) {
        placements[i] = "abc".charAt(i % 3) + "/" + random.nextInt(4);
      }
      placements[random.nextInt(30)] += "?";
      List<String> gone = ordered("zone,node", QUEUE, queue(9), placements);
      int[] zones = {10, 10, 10};
      gone.forEach(each -> zones[Integer.parseInt(each.substring(1)) % 3]--);
      assertEquals(List.of(3, 3, 3), Arrays.stream(zones).boxed().toList(), "seed " + seed);
    }
  }

  @Test
  void podsThatEndAreNotNamed() {
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    Pod ready = pods.getFirst();
    pods.set(
        0,
        new Pod(
            ready.name(),
            ready.phase(),
            true,
            ready.startTime(),
            ready.ready(),
            ready.resources()));
    pods.add(Fixtures.inPhase("p3", Pod.Phase.FAILED, Fixtures.requesting("1")));
    pods.addAll(List.of(Fixtures.ready("p4", Fixtures.requesting("1"))));
    assertEquals(
        List.of("p1", "p2"),
        order(QUEUE, pods, queue(3), Settings.DEFAULTS, context("scale-down-order=zone")));
  }

  @Test
  @Tag("security")
  void aLimitedNumberOfPodsIsNamed() {
    String[] many = new String[200];
    Arrays.fill(many, "a/1");
    assertEquals(DeletionOrder.MAX_PODS, ordered("zone", QUEUE, queue(100), many).size());
  }

  @Test
  void nothingIsNamedIfAllOrNoneGo() {
    assertEquals(List.of(), ordered("zone", QUEUE, queue(3), "a/1", "a/1"));
    assertEquals(List.of(), ordered("zone", QUEUE, queue(2), "a/1", "a/1"));
  }

  @Test
  void withoutTheOptionNothingIsNamed() {
    assertEquals(
        List.of(),
        order(QUEUE, readyPods(4, "1"), queue(1), Settings.DEFAULTS, Situation.Context.NONE));
  }

  private static MetricResult values(long... milli) {
    return MetricReading.PodValues.of(podValues(milli));
  }

  @Test
  void theLowestValuesGoFirst() {
    assertEquals(
        List.of("p2", "p0"), order(SESSIONS, readyPods(4, "1"), values(3000, 9000, 0, 8000)));
  }

  @Test
  void equalValuesGoByName() {
    assertEquals(
        List.of("p0", "p1", "p2"), order(SESSIONS, readyPods(4, "1"), values(10, 10, 10, 10)));
  }

  @Test
  void podsThatAreNotReadyGoFirst() {
    List<Pod> pods = new ArrayList<>(readyPods(3, "1"));
    pods.add(Fixtures.unready("p3", Fixtures.requesting("1")));
    assertEquals(List.of("p3", "p1"), order(SESSIONS, pods, values(9000, 4000, 5000, 1)));
  }

  @Test
  void aScaleUpHasNoDeletionOrder() {
    assertEquals(
        List.of(), order(SESSIONS, readyPods(4, "1"), values(20_000, 20_000, 20_000, 20_000)));
  }

  @Test
  void aSingleValueMetricGivesNoDeletionOrder() {
    assertEquals(
        List.of(), order(QUEUE, readyPods(4, "1"), MetricReading.Series.of(List.of(1000L))));
  }
}
