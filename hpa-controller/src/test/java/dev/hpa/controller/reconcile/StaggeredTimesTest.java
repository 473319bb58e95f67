package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StaggeredTimesTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final DueTimes times =
      new DueTimes(timeline, new DueTimes.Pace(PERIOD, PERIOD, true), () -> 50);

  private Duration first(String namespace) {
    Instant first = times.first(new NamespacedName(namespace, "a"), START).at();
    return Duration.between(timeline.now(), first);
  }

  private static List<Double> seconds(Function<String, Duration> delay) {
    return IntStream.range(0, 1000)
        .mapToObj(i -> delay.apply("shop-" + i).toMillis() / 1e3)
        .sorted()
        .toList();
  }

  @Test
  void momentsAreSpreadEvenlyOverThePeriod() {
    List<Double> moments = seconds(name -> Duration.between(START, times.slot(name, START)));
    assertEquals(0, moments.getFirst(), 0.2);
    assertEquals(7.5, moments.get(500), 0.8);
    assertEquals(14, moments.getLast(), 0.2);
  }

  @Test
  void namespacesFormFifteenGroupsOfSimilarSize() {
    Map<Double, Long> groups =
        seconds(name -> Duration.between(START, times.slot(name, START))).stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertEquals(15, groups.size());
    groups.values().forEach(size -> assertEquals(1000 / 15.0, size, 20));
  }

  @Test
  void slotsAreOnePeriodApart() {
    Instant moment = times.slot("shop", START);
    assertFalse(moment.isBefore(START));
    assertEquals(moment, times.slot("shop", moment), "itself is one");
    assertEquals(moment.plus(PERIOD), times.slot("shop", moment.plusNanos(1)));
    assertEquals(
        moment.plus(PERIOD.multipliedBy(1000)), times.slot("shop", moment.plusSeconds(14_990)));
    assertEquals(moment.minus(PERIOD), times.slot("shop", moment.minus(PERIOD)));
  }

  @Test
  void firstSyncsAreWithinTheRestOfThePeriod() {
    timeline.advance(Duration.ofSeconds(4));
    List<Double> delays = seconds(this::first);
    assertEquals(0, delays.getFirst(), 0.2);
    assertTrue(delays.getLast() > 4.6 && delays.getLast() <= 5, delays.getLast().toString());
  }

  @Test
  void firstSyncsAreSpreadAfterALongStart() {
    timeline.advance(Duration.ofSeconds(60));
    List<Double> delays = seconds(this::first);
    assertTrue(delays.getLast() > 3.4 && delays.getLast() <= 3.75, delays.getLast().toString());
  }
}
