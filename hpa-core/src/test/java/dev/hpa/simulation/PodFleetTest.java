package dev.hpa.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.core.pods.Pod;
import dev.hpa.core.pods.PodResources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PodFleetTest {

  private static final int START_SECONDS = 5;
  private static final int READY_SECONDS = 12;
  private static final int TERMINATION_SECONDS = 9;

  private static PodFleet fleet(int replicas) {
    return fleet(replicas, /* isOrdered= */ false);
  }

  private static PodFleet fleet(int replicas, boolean isOrdered) {
    Samples load = Samples.of(1);
    return new PodFleet(
        new ReplayWorkload(
            Instant.EPOCH,
            Duration.ofMinutes(1),
            load,
            1,
            List.of(MetricLoad.of(load)),
            PodResources.NONE,
            new PodLifecycle(
                Duration.ofSeconds(START_SECONDS),
                Duration.ofSeconds(READY_SECONDS - START_SECONDS),
                Duration.ofSeconds(TERMINATION_SECONDS),
                isOrdered),
            Duration.ofSeconds(15),
            replicas,
            Duration.ZERO));
  }

  /** Compares the fleet with a list of creations and deletions, each second. */
  @Test
  void podsStartBecomeReadyAndTerminateInTheirTimes() {
    Random random = new Random(1);
    for (int run = 0; run < 50; run++) {
      int replicas = random.nextInt(5);
      PodFleet fleet = fleet(replicas);
      List<Integer> created = new ArrayList<>();
      List<Integer> gone = new ArrayList<>();
      for (int i = 0; i < replicas; i++) {
        created.add(-1000);
      }
      for (int second = 0; second < 200; second++) {
        int now = second;
        fleet.apply(1000L * now);
        gone.removeIf(each -> each <= now);
        if (random.nextInt(6) == 0) {
          int wanted = random.nextInt(8);
          fleet.scale(wanted, 1000L * now);
          while (created.size() > wanted) {
            created.removeLast();
            gone.add(now + TERMINATION_SECONDS);
          }
          while (created.size() < wanted) {
            created.add(now);
          }
        }
        assertEquals(created.size(), fleet.size());
        assertEquals(created.size() + gone.size(), fleet.existing());
        assertEquals(older(created, now, START_SECONDS), fleet.running());
        assertEquals(older(created, now, READY_SECONDS), fleet.ready());
        assertEquals(fleet.pods().stream().sorted(BY_NAME).toList(), fleet.pods());
        assertEquals(next(created, gone, now), fleet.nextChange());
      }
    }
  }

  private static final Comparator<Pod> BY_NAME = Comparator.comparing(Pod::name);

  private static int older(List<Integer> created, int now, int age) {
    return (int) created.stream().filter(each -> now - each >= age).count();
  }

  private static long next(List<Integer> created, List<Integer> gone, int now) {
    long next = gone.stream().mapToLong(each -> 1000L * each).min().orElse(PodFleet.NEVER);
    for (int each : created) {
      for (int age : new int[] {START_SECONDS, READY_SECONDS}) {
        if (now - each < age) {
          next = Math.min(next, 1000L * (each + age));
        }
      }
    }
    return next;
  }

  @Test
  void podsInOrderAreCreatedWhenThoseBeforeThemAreReady() {
    PodFleet fleet = fleet(1, /* isOrdered= */ true);
    fleet.apply(0);
    fleet.scale(4, 0);
    assertEquals(4, fleet.size());
    assertEquals(2, fleet.existing());
    assertEquals(2, fleet.pods().size());
    fleet.apply(1000L * READY_SECONDS - 1);
    assertEquals(2, fleet.existing());
    fleet.apply(1000L * READY_SECONDS);
    assertEquals(3, fleet.existing());
    assertEquals(2, fleet.ready());
    assertEquals(1000L * (READY_SECONDS + START_SECONDS), fleet.nextChange());
    fleet.scale(1, 1000L * READY_SECONDS);
    assertEquals(3, fleet.existing(), "two are terminating, and one was never created");
    fleet.apply(1000L * (READY_SECONDS + TERMINATION_SECONDS));
    assertEquals(1, fleet.existing());
  }
}
