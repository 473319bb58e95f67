package dev.hpa.controller.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.Outages;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class OutageGuardTest {

  private static final Duration PERIOD = Duration.ofSeconds(15);
  private static final MetricResult DEAD =
      new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "dead");
  private static final MetricResult EMPTY = MetricReading.Series.of(List.of());

  private final List<String> events = new ArrayList<>();
  private final OutageGuard guard =
      new OutageGuard(
          0.5,
          PERIOD,
          (hpa, query) -> ((MetricQuery.ExternalMetric) query).metric(),
          (hpa, event) -> events.add(event.reason()));
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  private static MetricResult value(long milli) {
    return MetricReading.Series.of(List.of(milli));
  }

  private static HorizontalPodAutoscaler hpa(int number) {
    return hpa("shop", number);
  }

  private static HorizontalPodAutoscaler hpa(String namespace, int number) {
    return HpaVersion.V2.decode(
        """
        {"metadata": {"namespace": "%s", "name": "web-%d"},
         "spec": {"maxReplicas": 10,
           "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
        """
            .formatted(namespace, number));
  }

  private static MetricQuery query(String provider) {
    return new MetricQuery.ExternalMetric("shop", provider, Selector.everything(), null);
  }

  private Outages read(int number, MetricResult result) {
    return guard.observe(hpa(number), List.of(query("cloud")), List.of(result), now);
  }

  /** One period in which autoscalers are synced one after the other; returns how many are held. */
  private int round(int count, int affected, MetricResult result) {
    int held = 0;
    for (int i = 0; i < count; i++) {
      now = now.plus(PERIOD.dividedBy(count));
      held += read(i, i < affected ? result : value(5)).equals(Outages.NONE) ? 0 : 1;
    }
    return held;
  }

  private boolean isOutage() {
    return guard.outages().getOrDefault("cloud", false);
  }

  @Test
  void moreThanTheShareThatDropIsAnOutageUntilItRecovers() {
    for (MetricResult outage : List.of(value(0), EMPTY, DEAD)) {
      events.clear();
      round(20, 0, EMPTY);
      assertEquals(outage.equals(DEAD) ? 10 : 20, round(20, 20, outage));
      assertTrue(isOutage());
      assertEquals(20, round(20, 20, outage));
      assertEquals(List.of("MetricsProviderOutage"), events);
      round(20, 0, EMPTY);
      assertFalse(isOutage());
      assertEquals(List.of("MetricsProviderOutage", "MetricsProviderRecovered"), events);
    }
  }

  @Test
  void theShareItselfIsNoOutage() {
    round(20, 0, EMPTY);
    round(20, 10, DEAD);
    round(20, 10, DEAD);
    assertFalse(isOutage());
    round(20, 11, DEAD);
    assertFalse(isOutage(), "only one of them within the period");
  }

  @Test
  void fewAutoscalersHaveNoOutage() {
    round(9, 0, EMPTY);
    round(9, 9, DEAD);
    round(9, 9, DEAD);
    assertFalse(isOutage());
    round(10, 0, EMPTY);
    round(10, 10, DEAD);
    assertTrue(isOutage());
  }

  @Test
  void whatNeverHadAValueIsNotSuspicious() {
    round(20, 20, value(0));
    round(20, 20, EMPTY);
    assertFalse(isOutage());
    assertEquals(List.of(), events);
  }

  @Test
  void aDropIsHeldForOnePeriodUntilOthersAreKnown() {
    round(20, 0, EMPTY);
    assertEquals(1, round(20, 1, value(0)));
    assertEquals(0, round(20, 1, value(0)));
  }

  @Test
  void theFirstAutoscalersAfterAStartAreNoOutage() {
    round(100, 12, DEAD);
    round(100, 12, DEAD);
    assertEquals(List.of(), events);
  }

  @Test
  void anOutageAtTheStartIsDetected() {
    round(20, 20, DEAD);
    assertFalse(isOutage());
    round(20, 20, DEAD);
    assertTrue(isOutage());
  }

  @Test
  void aFlappingAutoscalerCountsOnce() {
    round(20, 0, EMPTY);
    for (int i = 0; i < 11; i++) {
      round(20, i, DEAD);
    }
    for (int i = 0; i < 30; i++) {
      read(19, i % 2 == 0 ? DEAD : value(5));
    }
    assertFalse(isOutage());
  }

  @Test
  void deletedAutoscalersAndThoseThatReadAnotherProviderDoNotCount() {
    round(20, 0, EMPTY);
    round(20, 20, DEAD);
    assertTrue(isOutage());
    for (int i = 0; i < 19; i++) {
      if (i % 2 == 0) {
        guard.forget(new NamespacedName("shop", "web-" + i));
      } else {
        guard.observe(hpa(i), List.of(query("other")), List.of(value(1)), now);
      }
    }
    guard.observe(hpa(19), List.of(), List.of(), now);
    assertEquals(Map.of("cloud", false, "other", false), guard.outages());
  }

  @Test
  void providersAreIndependent() {
    round(20, 0, EMPTY);
    for (int i = 0; i < 20; i++) {
      guard.observe(
          hpa(i), List.of(query("cloud"), query("own")), List.of(value(5), value(5)), now);
    }
    now = now.plus(PERIOD);
    Outages outages = Outages.NONE;
    for (int i = 0; i < 20; i++) {
      outages =
          guard.observe(
              hpa(i), List.of(query("cloud"), query("own")), List.of(value(0), value(5)), now);
    }
    assertEquals(Map.of(query("cloud"), "cloud"), outages.providers());
    assertEquals(Map.of("cloud", true, "own", false), guard.outages());
  }

  /**
   * One period of some autoscalers of a namespace with the same result; returns how many are held.
   */
  private int round(String namespace, int count, MetricResult result) {
    int held = 0;
    for (int i = 0; i < count; i++) {
      Outages outages =
          guard.observe(hpa(namespace, i), List.of(query("cloud")), List.of(result), now);
      held += outages.providers().isEmpty() ? 0 : 1;
    }
    return held;
  }

  private void rounds(int count, Runnable round) {
    for (int i = 0; i < count; i++) {
      round.run();
      now = now.plus(PERIOD);
    }
  }

  /** However many autoscalers one namespace has, and whatever their metrics are. */
  @Test
  void oneNamespaceDoesNotHoldTheScaleDownsOfOthers() {
    int[] held = {0};
    rounds(
        3,
        () -> {
          round("evil", 1_000, value(5));
          round("shop", 3, value(5));
          round("bank", 3, value(5));
        });
    rounds(
        3,
        () -> {
          round("evil", 1_000, DEAD);
          held[0] += round("shop", 3, value(0)) + round("bank", 3, value(5));
        });
    assertEquals(0, held[0]);
    assertFalse(isOutage());
    assertEquals(1_000, round("evil", 1_000, value(0)), "its own are held");
    assertEquals(List.of("MetricsProviderOutage"), events);
  }

  @Test
  void oneNamespaceDoesNotEndTheOutageOfOthers() {
    List<String> namespaces = List.of("shop", "bank", "ops", "web");
    rounds(3, () -> namespaces.forEach(each -> round(each, 3, value(5))));
    rounds(
        3,
        () -> {
          namespaces.forEach(each -> round(each, 3, value(0)));
          round("evil", 1_000, value(5));
        });
    assertTrue(isOutage());
    assertEquals(3, round("shop", 3, value(0)));
    rounds(3, () -> namespaces.forEach(each -> round(each, 3, value(5))));
    assertFalse(isOutage());
    assertEquals(List.of("MetricsProviderOutage", "MetricsProviderRecovered"), events);
  }

  @Test
  void anOutageOfTheOnlyNamespaceIsNotEndedByAnother() {
    rounds(3, () -> round("shop", 20, value(5)));
    rounds(3, () -> round("shop", 20, value(0)));
    assertTrue(isOutage());
    rounds(3, () -> round("evil", 1, value(5)));
    assertEquals(20, round("shop", 20, value(0)));
    rounds(1, () -> round("shop", 20, value(5)));
    assertEquals(0, round("shop", 20, value(5)));
    assertEquals(
        List.of("MetricsProviderOutage", "MetricsProviderRecovered", "MetricsProviderRecovered"),
        events);
  }
}
