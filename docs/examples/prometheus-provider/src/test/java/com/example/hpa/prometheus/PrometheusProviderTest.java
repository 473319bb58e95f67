package com.example.hpa.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.hpa.prometheus.FakePrometheus.Reply;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusProviderTest {

  private static final MetricQuery PODS = Providers.pods("hits", "app=web");
  private static final MetricQuery OBJECT = Providers.object("latency", "web");
  private static final MetricQuery QUEUE = Providers.external("depth", "");

  private Reply reply = Reply.vector();
  private final CountDownLatch stuck = new CountDownLatch(1);
  private FakePrometheus server;

  @BeforeEach
  void start() throws IOException {
    server = FakePrometheus.plain(request -> reply);
  }

  @AfterEach
  void stop() {
    stuck.countDown();
    server.close();
  }

  private Map<String, String> settings() {
    return new HashMap<>(
        Map.of(
            "url", server.url("127.0.0.1"),
            "queries.hits", "sum by (pod) (rate(hits{namespace=\"$namespace\",$pods}[$window]))",
            "queries.latency", "latency{namespace=\"$namespace\",service=\"$name\"}",
            "queries.depth", "depth{$series}"));
  }

  private MetricResult read(MetricQuery query) {
    try (MetricProvider provider = Providers.create(settings())) {
      return Providers.read(provider, query);
    }
  }

  private void assertFails(Category category, String message, MetricQuery query) {
    assertEquals(new MetricFailure(category, message), read(query));
  }

  @Test
  void podsHaveTheValuesOfTheirSeries() {
    reply =
        Reply.vector(
            "{\"metric\":{\"pod\":\"web-1\"},\"value\":[1714557600.781,\"1.5\"]}",
            "{\"metric\":{\"pod\":\"web-2\"},\"value\":[1714557600.781,\"NaN\"]}");
    assertEquals(
        new MetricReading.PodValues(
            List.of(
                new MetricReading.PodValue(
                    "web-1",
                    Instant.parse("2024-05-01T10:00:00.781Z"),
                    Duration.ofMinutes(2),
                    1500))),
        read(PODS));
    assertEquals(
        Map.of(
            "query", "sum by (pod) (rate(hits{namespace=\"shop\",app=\"web\"}[120000ms]))",
            "timeout", "5000ms",
            "lookback_delta", "120000ms"),
        server.requests.getFirst().form());
  }

  @Test
  void instantaneousValuesHaveNoWindow() {
    reply = Reply.vector("{\"metric\":{\"pod\":\"web-1\"},\"value\":[1,\"1\"]}");
    Map<String, String> settings = settings();
    settings.put("queries.hits", "hits{namespace=\"$namespace\",$pods}");
    try (MetricProvider provider = Providers.create(settings)) {
      assertEquals(
          new MetricReading.PodValues(
              List.of(
                  new MetricReading.PodValue(
                      "web-1", Instant.ofEpochSecond(1), Duration.ZERO, 1000))),
          Providers.read(provider, PODS));
    }
  }

  @Test
  void objectsHaveTheValueOfTheOnlySeries() {
    reply = Reply.vector("{\"metric\":{},\"value\":[1,\"-0.0001\"]}");
    assertEquals(new MetricReading.SingleValue(-1), read(OBJECT));
    reply = Reply.success("scalar", "[1,\"3\"]");
    assertEquals(new MetricReading.SingleValue(3000), read(OBJECT));
  }

  @Test
  void externalMetricsHaveTheValuesOfAllSeries() {
    reply =
        Reply.vector(
            "{\"metric\":{\"q\":\"b\"},\"value\":[1,\"2\"]}",
            "{\"metric\":{\"q\":\"a\"},\"value\":[1,\"1\"]}");
    assertEquals(new MetricReading.Series(List.of(2000L, 1000L)), read(QUEUE));
  }

  @Test
  void noSeriesIsNoData() {
    for (MetricQuery query : List.of(PODS, OBJECT, QUEUE)) {
      assertFails(Category.NO_DATA, "the query returns no series", query);
    }
  }

  @Test
  void oneNonFiniteSampleFailsASum() {
    reply =
        Reply.vector(
            "{\"metric\":{\"q\":\"b\"},\"value\":[1,\"2\"]}",
            "{\"metric\":{\"q\":\"a\"},\"value\":[1,\"+Inf\"]}");
    assertFails(Category.NO_DATA, "the query returns NaN or infinity", QUEUE);
  }

  @Test
  void mismatchedSeriesAreInvalidQueries() {
    reply = Reply.vector("{\"metric\":{\"instance\":\"a\"},\"value\":[1,\"2\"]}");
    assertFails(Category.INVALID_QUERY, "the query returns a series without the label pod", PODS);
    String web = "{\"metric\":{\"pod\":\"web-1\"},\"value\":[1,\"2\"]}";
    reply = Reply.vector(web, web);
    assertFails(Category.INVALID_QUERY, "the query returns several series for the pod web-1", PODS);
    assertFails(Category.INVALID_QUERY, "the query returns 2 series; aggregate them to 1", OBJECT);
    reply = Reply.success("matrix", "[]");
    assertFails(
        Category.INVALID_QUERY,
        "the query returns range vectors; use an instant vector or a scalar",
        QUEUE);
    reply = Reply.success("string", "[1,\"x\"]");
    assertFails(
        Category.INVALID_QUERY,
        "the query returns a string; use an instant vector or a scalar",
        QUEUE);
    reply = Reply.vector("{\"metric\":{},\"histogram\":[1,{}]}");
    assertFails(
        Category.INVALID_QUERY, "the query returns native histograms; use numeric samples", QUEUE);
  }

  @Test
  void errorTypesMapToCategories() {
    reply =
        new Reply(
            400,
            "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"1:5: parse error:\\n no\"}");
    assertFails(
        Category.INVALID_QUERY, "Prometheus returned bad_data: 1:5: parse error: no", QUEUE);
    reply =
        new Reply(
            503, "{\"status\":\"error\",\"errorType\":\"timeout\",\"error\":\"query timed out\"}");
    assertFails(Category.SOURCE_FAILED, "Prometheus returned timeout: query timed out", QUEUE);
  }

  @Test
  void invalidResponsesAreSourceFailures() {
    String suffix = " and no valid Prometheus response";
    reply = new Reply(401, "Unauthorized");
    assertFails(Category.SOURCE_FAILED, "the server returned HTTP 401" + suffix, QUEUE);
    for (String body :
        List.of(
            "",
            "{}",
            "{\"status\":\"success\"}",
            "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1]}}",
            "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"x\"]}}")) {
      reply = new Reply(200, body);
      assertFails(Category.SOURCE_FAILED, "the server returned HTTP 200" + suffix, QUEUE);
    }
  }

  @Test
  void largeResponsesAreRejected() {
    reply = new Reply(200, " ".repeat((4 << 20) + 1));
    assertRequestFailed(read(QUEUE));
  }

  @Test
  void aFailedQueryDoesNotAffectOthers() {
    reply = Reply.vector("{\"metric\":{},\"value\":[1,\"2\"]}");
    MetricQuery unknown = Providers.external("misses", "");
    try (MetricProvider provider = Providers.create(settings())) {
      assertEquals(
          Map.of(
              QUEUE,
              new MetricReading.Series(List.of(2000L)),
              unknown,
              new MetricFailure(
                  Category.INVALID_QUERY,
                  "no query is configured for this metric; add it to queries")),
          provider.read(List.of(QUEUE, unknown)));
    }
  }

  @Test
  void resourceMetricsAreUnsupported() {
    assertFails(
        Category.NOT_AVAILABLE,
        "resource metrics are not supported by the Prometheus provider",
        new MetricQuery.PodResource("shop", Selector.everything(), "cpu", null));
  }

  @Test
  void equalExpressionsShareARequest() {
    reply = Reply.vector("{\"metric\":{},\"value\":[1,\"2\"]}");
    Map<String, String> settings = settings();
    settings.put("queries.backlog", "depth{$series}");
    try (MetricProvider provider = Providers.create(settings)) {
      assertEquals(2, provider.read(List.of(QUEUE, Providers.external("backlog", ""))).size());
    }
    assertEquals(1, server.requests.size());
  }

  @Test
  void tokenFilesAreReadForEachRequest(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "first\n");
    Map<String, String> settings = settings();
    settings.put("token-file", file.toString());
    try (MetricProvider provider = Providers.create(settings)) {
      Providers.read(provider, QUEUE);
      Files.writeString(file, "second\n");
      Providers.read(provider, QUEUE);
      Files.writeString(file, "broken\ntoken");
      assertEquals(
          new MetricFailure(
              Category.SOURCE_FAILED,
              "Prometheus request failed: the token is empty or has invalid characters"),
          Providers.read(provider, QUEUE));
    }
    assertEquals(
        List.of("Bearer first", "Bearer second"),
        server.requests.stream().map(FakePrometheus.ReceivedRequest::authorization).toList());
  }

  @Test
  void requestsTimeOut() throws IOException {
    try (FakePrometheus silent = silent(new CountDownLatch(1))) {
      Map<String, String> settings = settings();
      settings.put("url", silent.url("127.0.0.1"));
      settings.put("timeout", "50ms");
      try (MetricProvider provider = Providers.create(settings)) {
        assertEquals(
            new MetricFailure(Category.SOURCE_FAILED, "Prometheus did not respond within 50 ms"),
            Providers.read(provider, QUEUE));
      }
    }
  }

  @Test
  void anInterruptedReadEnds() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    try (FakePrometheus silent = silent(arrived)) {
      Map<String, String> settings = settings();
      settings.put("url", silent.url("127.0.0.1"));
      settings.put("timeout", "10m");
      try (MetricProvider provider = Providers.create(settings)) {
        CompletableFuture<MetricResult> result = new CompletableFuture<>();
        Thread reader =
            Thread.ofVirtual().start(() -> result.complete(Providers.read(provider, QUEUE)));
        arrived.await();
        reader.interrupt();
        assertEquals(
            new MetricFailure(Category.SOURCE_FAILED, "interrupted while waiting for Prometheus"),
            result.get(1, TimeUnit.MINUTES));
      }
    }
  }

  @Test
  void anUnreachableServerIsAFailure() {
    MetricProvider provider = Providers.create(settings());
    server.close();
    assertRequestFailed(Providers.read(provider, QUEUE));
    provider.close();
  }

  @Test
  void aClosedProviderFailsRequests() {
    MetricProvider provider = Providers.create(settings());
    provider.close();
    assertRequestFailed(Providers.read(provider, QUEUE));
  }

  private static void assertRequestFailed(MetricResult result) {
    MetricFailure failure = assertInstanceOf(MetricFailure.class, result);
    assertEquals(Category.SOURCE_FAILED, failure.category());
    assertTrue(failure.message().startsWith("Prometheus request failed: "), failure.message());
  }

  private FakePrometheus silent(CountDownLatch arrived) throws IOException {
    return FakePrometheus.plain(
        request -> {
          arrived.countDown();
          try {
            stuck.await();
          } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
          }
          return Reply.vector();
        });
  }
}
