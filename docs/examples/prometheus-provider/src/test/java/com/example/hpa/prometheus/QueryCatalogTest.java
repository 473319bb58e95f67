package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.hpa.prometheus.QueryCatalog.Expression;
import dev.hpa.spi.MetricQuery;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryCatalogTest {

  private static final Duration WINDOW = Duration.ofSeconds(90);

  private static QueryCatalog catalog(String template) {
    return new QueryCatalog(Map.of("hits", QueryTemplate.parse(template)), "label_", WINDOW);
  }

  private static void assertRejected(String message, String template, MetricQuery query) {
    QueryCatalog catalog = catalog(template);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> catalog.of(query)).getMessage());
  }

  @Test
  void podQueriesContainMatchersForLabels() {
    assertEquals(
        new Expression(
            "sum by (pod) (rate(hits{namespace=\"shop\",label_app_kubernetes_io_name=\"web\"}[90000ms]))",
            WINDOW),
        catalog("sum by (pod) (rate(hits{namespace=\"$namespace\",$pods}[$window]))")
            .of(Providers.pods("hits", "app.kubernetes.io/name=web")));
  }

  @Test
  void objectQueriesContainKindAndName() {
    assertEquals(
        new Expression("hits{namespace=\"shop\",kind=\"Service\",name=\"web\"}", Duration.ZERO),
        catalog("hits{namespace=\"$namespace\",kind=\"$kind\",name=\"$name\"}")
            .of(Providers.object("hits", "web")));
  }

  @Test
  void queriesContainMatchersForTheMetricSelector() {
    assertEquals(
        new Expression("hits{queue=\"orders\"}", Duration.ZERO),
        catalog("hits{$series}").of(Providers.external("hits", "queue=orders")));
    assertEquals(
        new Expression("hits{}", Duration.ZERO),
        catalog("hits{$series}").of(Providers.external("hits", "")));
  }

  @Test
  void otherDollarSignsAreLiteral() {
    assertEquals(
        new Expression(
            "label_replace(hits{a=~\"b$\"}, \"x\", \"$1${name}\", \"y\", \"(.*)\")", Duration.ZERO),
        catalog("label_replace(hits{a=~\"b$\"}, \"x\", \"$1$${name}\", \"y\", \"(.*)\")")
            .of(Providers.external("hits", "")));
  }

  @Test
  void unknownPlaceholdersAreRejected() {
    assertEquals(
        "unknown placeholder \"$pod\"; use one of $namespace, $kind, $name, $pods, $series,"
            + " $window, or $$ for $",
        assertThrows(IllegalArgumentException.class, () -> QueryTemplate.parse("hits{$pod}"))
            .getMessage());
  }

  @Test
  void missingPlaceholdersAreRejected() {
    assertRejected(
        "no query is configured for this metric; add it to queries",
        "up",
        Providers.external("misses", ""));
    assertRejected(
        "its query has no $pods; add it",
        "hits{a=\"$namespace\"}",
        Providers.pods("hits", "app=web"));
    assertRejected(
        "its query has no $namespace; add it", "hits{$pods}", Providers.pods("hits", "app=web"));
    assertRejected(
        "its query has no $name; add it",
        "hits{a=\"$namespace\"}",
        Providers.object("hits", "web"));
    assertRejected(
        "its query has no $series; add it", "hits", Providers.external("hits", "queue=orders"));
    assertRejected(
        "its query has $pods, which metrics of this type do not support; remove it",
        "hits{$pods}",
        Providers.external("hits", ""));
  }

  @Test
  void namesCannotTerminateQuotes() {
    assertRejected(
        "\"x\"} or up{a=\"\" has characters that are not allowed in a query",
        "hits{namespace=\"$namespace\",name=\"$name\"}",
        Providers.object("hits", "x\"} or up{a=\""));
  }
}
