package dev.hpa.controller;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.explain.HistoryJson;
import dev.hpa.controller.options.OptionSettings;
import dev.hpa.controller.reconcile.Inspector;
import dev.hpa.core.options.OptionKey;
import dev.hpa.explanation.TraceText;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Forecasts in the whole loop: past loads from Prometheus, the decision, and what reports it. */
class ForecastLoopTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String ERROR =
      "hpa_forecast_error_ratio{hpa_name=\"web\",namespace=\"default\"}";

  /** The last 20 minutes of each hour have a load of 80 hits, the others 20. */
  private static int hits(Instant time) {
    return time.getEpochSecond() / 60 % 60 >= 40 ? 80 : 20;
  }

  private static HttpServer prometheus() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/v1/query_range",
        exchange -> {
          String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          long start = number(form, "start");
          StringBuilder values = new StringBuilder();
          for (long time = start; time <= number(form, "end"); time += number(form, "step")) {
            values
                .append(values.isEmpty() ? "" : ",")
                .append("[%d,\"%d\"]".formatted(time, hits(Instant.ofEpochSecond(time))));
          }
          byte[] body =
              "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{},\"values\":[%s]}]}}"
                  .formatted(values)
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static long number(String form, String name) {
    String value = ("&" + form).split("&" + name + "=", 2)[1];
    return Long.parseLong(value.split("&", 2)[0]);
  }

  private static OptionSettings settings(HttpServer server) {
    URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new OptionSettings(
        Map.of(),
        Set.of(OptionKey.values()),
        false,
        1,
        50,
        PrometheusServer.of(address, null, null));
  }

  private static Inspector.Inspection inspect(OptionsCluster cluster) {
    return Objects.requireNonNull(
        cluster
            .controller()
            .inspector()
            .formatted(each -> each)
            .inspect(new NamespacedName("default", "web")));
  }

  @Test
  void pastLoadsOfPrometheusRaiseTheReplicasBeforeTheLoad() throws Exception {
    HttpServer server = prometheus();
    try (OptionsCluster cluster = new OptionsCluster(settings(server))) {
      cluster.deployment("web", 2, 20);
      cluster.autoscaler(
          "web",
          "web",
          "forecast",
          "seasonal",
          "forecast-horizon",
          "10m",
          "forecast-season",
          "1h",
          "forecast-query",
          "sum(hits)");
      cluster.runUntil(
          () -> cluster.condition("web", "ForecastActive").contains("ForecastNotAboveMetrics"),
          MINUTE.multipliedBy(10));
      assertEquals(2, cluster.replicas("web"));
      // The load of past hours begins at minute 40, and that of this hour does not come.
      cluster.runUntil(() -> cluster.replicas("web") == 8, MINUTE.multipliedBy(35));
      Instant raised = cluster.timeline.now();
      assertTrue(
          !raised.isBefore(OptionsCluster.START.plus(MINUTE.multipliedBy(28)))
              && raised.isBefore(OptionsCluster.START.plus(MINUTE.multipliedBy(34))),
          raised.toString());
      assertEquals(
          "True ForecastAboveMetrics: forecaster \"seasonal\" expects pods metric hits to be 80"
              + " within 10m0s, for which 8 replicas are needed",
          cluster.condition("web", "ForecastActive"));
      assertTrue(cluster.sample(ERROR) >= 0, "the error is a metric");
      Inspector.Inspection inspection = inspect(cluster);
      String text = TraceText.of(inspection.trace());
      assertTrue(text.contains("Forecast by seasonal for 2026-01-01T00:"), text);
      assertTrue(text.contains("The load at the same time in past seasons was "), text);
      assertTrue(
          text.contains("Proposed replicas for it: ceil(load ÷ target) = 8, which is more."), text);
      String history =
          HistoryJson.write(
                  new NamespacedName("default", "web"),
                  inspection.history(),
                  inspection.forecasts())
              .toString();
      assertTrue(
          history.contains("\"forecasts\":{\"pods metric hits\":{\"state\":\"Ready\""), history);
      cluster.noOption("web", "forecast");
      cluster.runUntil(() -> cluster.condition("web", "ForecastActive").isEmpty(), MINUTE);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void anUnavailablePrometheusDoesNotAffectTheAutoscaler() throws Exception {
    HttpServer server = prometheus();
    server.stop(0);
    try (OptionsCluster cluster = new OptionsCluster(settings(server))) {
      cluster.deployment("web", 2, 60);
      cluster.autoscaler("web", "web", "forecast", "seasonal", "forecast-query", "sum(hits)");
      cluster.runUntil(() -> cluster.replicas("web") == 6, MINUTE.multipliedBy(4));
      cluster.run(MINUTE);
      assertEquals(
          "False NoForecast: forecaster \"seasonal\" has too little history of the load",
          cluster.condition("web", "ForecastActive"));
    }
  }
}
