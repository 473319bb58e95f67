package dev.hpa.controller.forecast;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.ForecastQuery;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.metrics.prometheus.client.PrometheusClient;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import dev.hpa.spi.LoadSeries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusLoadsTest {

  private static final ResponseLimits LIMITS = ResponseLimits.ofCalls(MemoryPool.ofHeap());

  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final Instant NOW = Instant.parse("2026-03-02T12:00:30Z");
  private static final ForecastOptions OPTIONS =
      new ForecastOptions(
          "seasonal",
          Duration.ofMinutes(10),
          Duration.ofHours(1),
          new ForecastQuery("sum(rate(hits[5m])) > 0", false));

  @TempDir private Path folder;

  /** Runs before a response is sent. */
  private interface Step {
    void call() throws InterruptedException;
  }

  private HttpServer server;
  private volatile Step beforeResponse = () -> {};
  private volatile String request = "";
  private volatile String authorization = "";
  private volatile int status = 200;
  private volatile String response = "";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          request =
              exchange.getRequestURI().getPath()
                  + " "
                  + URLDecoder.decode(
                      new String(exchange.getRequestBody().readAllBytes(), UTF_8), UTF_8);
          authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
          try {
            beforeResponse.call();
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
          byte[] body = response.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private PrometheusServer at(@Nullable Path token) {
    return PrometheusServer.of(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/prom"), token, null);
  }

  private LoadSeries read(@Nullable Path token) throws Exception {
    CompletableFuture<LoadSeries> found = new CompletableFuture<>();
    try (PrometheusLoads loads = new PrometheusLoads(at(token), LIMITS)) {
      loads.request(WEB, OPTIONS, NOW, found::complete);
      return found.get();
    }
  }

  @Test
  void aRangeQueryGivesTheSamples() throws Exception {
    long end = Instant.parse("2026-03-02T12:00:00Z").getEpochSecond();
    response =
        """
        {"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"b"},
         "values":[[%d,"1.5"],[%d.000,"NaN"],[%d,"2"],[%d,"-3"],[%d,"+Inf"]]}]},"warnings":[]}
        """
            .formatted(end - 300, end - 240, end - 180, end - 120, end - 60);
    LoadSeries past = read(null);
    assertEquals(Instant.ofEpochSecond(end), past.end());
    assertEquals(251, past.size());
    assertEquals(2, past.known());
    assertEquals(1500, past.get(past.size() - 5));
    assertEquals(2000, past.get(past.size() - 3));
    assertEquals(
        "/prom/api/v1/query_range query=sum(rate(hits[5m])) > 0&start=%d&end=%d&step=60&timeout=30s"
            .formatted(end - 251 * 60, end - 60),
        request);
    assertEquals("null", authorization);
  }

  @Test
  void theTokenIsSent() throws Exception {
    response = "{\"data\":{\"result\":[{\"values\":[]}]}}";
    Path token = Files.writeString(folder.resolve("token"), "secret\n");
    assertEquals(0, read(token).known());
    assertEquals("Bearer secret", authorization);
  }

  private static String problem(int status, String body) {
    return String.valueOf(
        assertThrows(
                IOException.class,
                () -> PrometheusMatrix.read(status, body.getBytes(UTF_8), 0, 60, 10))
            .getMessage());
  }

  @Test
  void problemsAreOneLine() {
    assertEquals(
        "status 400: invalid parameter \"query\": parse error",
        problem(
            400,
            "{\"status\":\"error\",\"error\":\"invalid parameter \\\"query\\\":\\n parse"
                + " error\"}"));
    assertEquals("status 200, and the response is not that of Prometheus", problem(200, "<html>"));
    assertEquals(
        "status 200, and the response is not that of Prometheus", problem(200, "{\"data\":"));
    assertEquals("status 503", problem(503, "{}"));
    assertEquals(
        "the query returned 0 series; write one that returns a single series, such as sum(…)",
        problem(200, "{\"data\":{\"result\":[]}}"));
    assertEquals(
        "the query returned 2 series; write one that returns a single series, such as sum(…)",
        problem(200, "{\"data\":{\"result\":[{},{}]}}"));
    assertTrue(problem(500, "{\"error\":\"" + "x".repeat(1000) + "\"}").length() < 400);
  }

  @Test
  void samplesOutsideTheRangeAreIgnored() throws IOException {
    float[] values =
        PrometheusMatrix.read(
            200,
            "{\"data\":{\"result\":[{\"values\":[[-60,\"1\"],[0,\"2\"],[600,\"3\"]]}]}}"
                .getBytes(UTF_8),
            0,
            60,
            10);
    assertEquals(10, values.length);
    assertEquals(2000, values[0]);
    assertTrue(Float.isNaN(values[9]));
  }

  @Test
  @Tag("security")
  void theQueryOfAnAutoscalerReadsItsNamespaceOnly() throws Exception {
    response = "{\"data\":{\"result\":[{\"values\":[]}]}}";
    ForecastOptions limited =
        new ForecastOptions(
            "seasonal",
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            new ForecastQuery("sum(payroll_total{namespace=\"victim\"})", true));
    CompletableFuture<LoadSeries> found = new CompletableFuture<>();
    try (PrometheusLoads loads = new PrometheusLoads(at(null), LIMITS)) {
      loads.request(WEB, limited, NOW, found::complete);
      found.get();
    }
    assertTrue(
        request.contains("query=sum(payroll_total{namespace=\"shop\",namespace=\"victim\"})&"),
        request);
  }

  /** Names the autoscaler in its query. */
  private static ForecastOptions named(String name) {
    return new ForecastOptions(
        "seasonal", Duration.ofMinutes(10), Duration.ofHours(1), new ForecastQuery(name, false));
  }

  @Test
  @Tag("security")
  void namespacesTakeTurnsAndAnAutoscalerHasOneQuery() throws Exception {
    response = "{\"data\":{\"result\":[{\"values\":[]}]}}";
    CountDownLatch isFirstSent = new CountDownLatch(1);
    CountDownLatch isQueued = new CountDownLatch(1);
    List<String> sent = new CopyOnWriteArrayList<>();
    beforeResponse =
        () -> {
          sent.add(request.replaceAll(".*query=([^&]*)&.*", "$1"));
          isFirstSent.countDown();
          isQueued.await();
        };
    CountDownLatch done = new CountDownLatch(5);
    try (PrometheusLoads loads = new PrometheusLoads(at(null), LIMITS)) {
      loads.request(new NamespacedName("hog", "0"), named("hog0"), NOW, any -> done.countDown());
      isFirstSent.await();
      for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 4; i++) {
          loads.request(
              new NamespacedName("hog", "" + i), named("hog" + i), NOW, any -> done.countDown());
        }
      }
      loads.request(WEB, named("victim"), NOW, any -> done.countDown());
      isQueued.countDown();
      done.await();
    }
    assertEquals(5, sent.size(), sent.toString());
    assertEquals(List.of("hog0", "hog1", "victim", "hog2", "hog3"), sent);
  }

  @Test
  @Tag("security")
  void theConnectionOfAQueryWithoutResponseIsClosed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PrometheusClient client =
            new PrometheusClient(
                PrometheusServer.of(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()), null, null),
                Duration.ofSeconds(2),
                LIMITS)) {
      assertThrows(TimeoutException.class, () -> client.range("x", 0, 60, 60));
      try (Socket accepted = silent.accept()) {
        assertTrue(accepted.getInputStream().readAllBytes().length > 0);
      }
    }
  }

  @Test
  void aFileWithoutCertificatesIsRefused() {
    Path missing = folder.resolve("ca.pem");
    PrometheusServer server = PrometheusServer.of(URI.create("https://prom"), null, missing);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> new PrometheusLoads(server, LIMITS));
    assertEquals(
        "forecast-prometheus-ca-file: \""
            + missing
            + "\" cannot be used; give a PEM file with"
            + " certificates",
        refused.getMessage());
  }
}
