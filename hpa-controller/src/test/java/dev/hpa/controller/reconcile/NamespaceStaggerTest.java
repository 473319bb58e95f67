package dev.hpa.controller.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamespaceStaggerTest {

  private static final Instant START = Instant.parse("2024-05-01T10:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(15);

  private final NamespaceStagger stagger = new NamespaceStagger(PERIOD, PERIOD);

  private static List<Double> seconds(Function<String, Duration> delay) {
    return IntStream.range(0, 1000)
        .mapToObj(i -> delay.apply("shop-" + i).toMillis() / 1e3)
        .sorted()
        .toList();
  }

  @Test
  void momentsAreSpreadEvenlyOverThePeriod() {
    List<Double> moments = seconds(name -> Duration.between(START, stagger.slot(name, START)));
    assertEquals(0, moments.getFirst(), 0.2);
    assertEquals(7.5, moments.get(500), 0.8);
    assertEquals(14, moments.getLast(), 0.2);
  }

  @Test
  void namespacesFormFifteenGroupsOfSimilarSize() {
    Map<Double, Long> groups =
        seconds(name -> Duration.between(START, stagger.slot(name, START))).stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    assertEquals(15, groups.size());
    groups.values().forEach(size -> assertEquals(1000 / 15.0, size, 20));
  }

  @Test
  void slotsAreOnePeriodApart() {
    Instant moment = stagger.slot("shop", START);
    assertFalse(moment.isBefore(START));
    assertEquals(moment, stagger.slot("shop", moment), "itself is one");
    assertEquals(moment.plus(PERIOD), stagger.slot("shop", moment.plusNanos(1)));
    assertEquals(
        moment.plus(PERIOD.multipliedBy(1000)), stagger.slot("shop", moment.plusSeconds(14_990)));
    assertEquals(moment.minus(PERIOD), stagger.slot("shop", moment.minus(PERIOD)));
  }

  @Test
  void firstSyncsAreWithinTheRestOfThePeriod() {
    Instant full = START.plusSeconds(4);
    List<Double> delays = seconds(name -> stagger.first(name, START, full));
    assertEquals(0, delays.getFirst(), 0.2);
    assertTrue(delays.getLast() > 4.6 && delays.getLast() <= 5, delays.getLast().toString());
  }

  @Test
  void firstSyncsAreSpreadAfterALongStart() {
    List<Double> delays = seconds(name -> stagger.first(name, START, START.plusSeconds(60)));
    assertTrue(delays.getLast() > 3.4 && delays.getLast() <= 3.75, delays.getLast().toString());
  }
}
