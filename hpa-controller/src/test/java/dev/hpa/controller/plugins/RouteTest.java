package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Selector;
import dev.hpa.spi.MetricQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("security")
class RouteTest {

  private static MetricQuery external(String metric) {
    return new MetricQuery.ExternalMetric("shop", metric, Selector.everything(), null);
  }

  @ParameterizedTest
  @CsvSource({
    "*, queue, true",
    "queue, queue, true",
    "queue, queues, false",
    "queue_*, queue_length, true",
    "queue_*, queue, false",
    "*_total, hits_total, true",
    "*_to*l, hits_total, true",
    "h?ts, hits, true",
    "h?ts, hiits, false",
    "a.b, axb, false"
  })
  void patternsTakeNames(String pattern, String metric, boolean taken) {
    assertEquals(taken, Route.parse("external:" + pattern + "=prometheus").takes(external(metric)));
  }

  @Test
  void aRouteIsForOneKind() {
    assertFalse(Route.parse("object=prometheus").takes(external("queue")));
    assertTrue(
        Route.parse("resource:cpu=x")
            .takes(new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null)));
    assertTrue(
        Route.parse("pods:cpu=x")
            .takes(
                new MetricQuery.PodMetric(
                    "shop", Selector.everything(), "cpu", Selector.everything())));
  }

  @ParameterizedTest
  @CsvSource({"external", "external=", "queue=prometheus", "=x", "''", "external:a"})
  void anInvalidRouteReportsTheSyntax(String text) {
    assertEquals(
        "\""
            + text
            + "\" is no route; write KIND[:PATTERN]=PROVIDER with KIND one of external, object,"
            + " pods, resource",
        assertThrows(IllegalArgumentException.class, () -> Route.parse(text)).getMessage());
  }

  @Test
  void aRouteIsWrittenAsItIsRead() {
    assertEquals("external:queue_*=p", Route.parse(" external:queue_*=p ").toString());
    assertEquals("pods=p", Route.parse("pods=p").toString());
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', true",
    "'', a, false",
    "**, '', true",
    "a*, a, true",
    "*a, ba, true",
    "*a, ab, false",
    "?*?, a, false",
    "?*?, ab, true",
    "a*b*c, abc, true",
    "a*b*c, acb, false",
    "*ab*, xxaabyy, true",
    "*aab, aaab, true",
    "*a?b*c, aabaxbc, true",
    "a*?*b, ab, false"
  })
  void starsAndQuestionMarks(String pattern, String name, boolean matches) {
    assertEquals(matches, new NamePattern(pattern).matches(name));
  }

  /** The cost is at most the length of the name times that of the pattern. */
  @Test
  void longNamesAndManyStarsCostLittle() {
    String pattern = "*a".repeat(126);
    String name = "a".repeat(60_000);
    assertTrue(new NamePattern(pattern).matches(name));
    assertFalse(new NamePattern(pattern + "b").matches(name));
    assertFalse(new NamePattern("*" + "a".repeat(251) + "b").matches(name));
    assertTrue(new NamePattern("x".repeat(200) + "*").matches("x".repeat(60_000)));
    assertFalse(new NamePattern("x".repeat(200) + "*").matches("x".repeat(199)));
  }

  @Test
  void patternsAreBounded() {
    assertEquals(
        "the pattern has 254 characters; use 253 at most",
        assertThrows(
                IllegalArgumentException.class,
                () -> Route.parse("external:" + "x".repeat(254) + "=prometheus"))
            .getMessage());
  }
}
