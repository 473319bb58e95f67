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

  private static void refused(String message, String template, MetricQuery query) {
    QueryCatalog catalog = catalog(template);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> catalog.of(query)).getMessage());
  }

  @Test
  void podsAreAskedByTheirLabels() {
    assertEquals(
        new Expression(
            "sum by (pod) (rate(hits{namespace=\"shop\",label_app_kubernetes_io_name=\"web\"}[90000ms]))",
            WINDOW),
        catalog("sum by (pod) (rate(hits{namespace=\"$namespace\",$pods}[$window]))")
            .of(Providers.pods("hits", "app.kubernetes.io/name=web")));
  }

  @Test
  void objectsAreAskedByKindAndName() {
    assertEquals(
        new Expression("hits{namespace=\"shop\",kind=\"Service\",name=\"web\"}", Duration.ZERO),
        catalog("hits{namespace=\"$namespace\",kind=\"$kind\",name=\"$name\"}")
            .of(Providers.object("hits", "web")));
  }

  @Test
  void seriesAreAskedByTheSelectorOfTheMetric() {
    assertEquals(
        new Expression("hits{queue=\"orders\"}", Duration.ZERO),
        catalog("hits{$series}").of(Providers.external("hits", "queue=orders")));
    assertEquals(
        new Expression("hits{}", Duration.ZERO),
        catalog("hits{$series}").of(Providers.external("hits", "")));
  }

  @Test
  void dollarSignsThatAreNoPlacesStay() {
    assertEquals(
        new Expression(
            "label_replace(hits{a=~\"b$\"}, \"x\", \"$1${name}\", \"y\", \"(.*)\")", Duration.ZERO),
        catalog("label_replace(hits{a=~\"b$\"}, \"x\", \"$1$${name}\", \"y\", \"(.*)\")")
            .of(Providers.external("hits", "")));
  }

  @Test
  void placesNobodyKnowsAreRefused() {
    assertEquals(
        "$pod stands for nothing; known are $namespace, $kind, $name, $pods, $series, $window, and"
            + " $$ for $",
        assertThrows(IllegalArgumentException.class, () -> QueryTemplate.parse("hits{$pod}"))
            .getMessage());
  }

  @Test
  void whatWouldAnswerAnotherQuestionIsRefused() {
    refused("there is no query of this name", "up", Providers.external("misses", ""));
    refused("its query has no $pods", "hits{a=\"$namespace\"}", Providers.pods("hits", "app=web"));
    refused("its query has no $namespace", "hits{$pods}", Providers.pods("hits", "app=web"));
    refused("its query has no $name", "hits{a=\"$namespace\"}", Providers.object("hits", "web"));
    refused("its query has no $series", "hits", Providers.external("hits", "queue=orders"));
    refused(
        "its query has $pods, which metrics of this type do not have",
        "hits{$pods}",
        Providers.external("hits", ""));
  }

  @Test
  void namesCannotBreakOutOfTheirQuotes() {
    refused(
        "\"x\"} or up{a=\"\" not allowed in a query",
        "hits{namespace=\"$namespace\",name=\"$name\"}",
        Providers.object("hits", "x\"} or up{a=\""));
  }
}
