package com.example.hpa.prometheus;

import com.example.hpa.prometheus.FakePrometheus.ReceivedRequest;
import com.example.hpa.prometheus.FakePrometheus.Reply;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.tck.MetricProviderContract;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The provider meets the contract of all providers. */
class ContractTest extends MetricProviderContract {

  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean isBroken;
  private volatile boolean isSilent;
  private FakePrometheus server;

  @BeforeEach
  void start() throws IOException {
    server = FakePrometheus.plain(this::reply);
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.close();
  }

  private Reply reply(ReceivedRequest request) {
    if (isSilent) {
      waiting.countDown();
      awaitClose();
    }
    if (isBroken) {
      return new Reply(500, "out of order");
    }
    return switch (request.query()) {
      case String query when query.contains("hits") && query.contains("app=\"web\"") ->
          Reply.vector(
              "{\"metric\":{\"pod\":\"web-1\"},\"value\":[1714557600,\"1.5\"]}",
              "{\"metric\":{\"pod\":\"web-2\"},\"value\":[1714557600,\"2\"]}");
      case String query when query.contains("latency") ->
          Reply.vector("{\"metric\":{},\"value\":[1714557600,\"0.25\"]}");
      case String query when query.contains("depth") ->
          Reply.vector("{\"metric\":{},\"value\":[1714557600,\"7\"]}");
      default -> Reply.vector();
    };
  }

  private void awaitClose() {
    try {
      over.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  protected MetricProviderFactory factory() {
    return new PrometheusProviderFactory();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "url", server.url("127.0.0.1"),
        "timeout", "1m",
        "queries.hits", "sum by (pod) (rate(hits{namespace=\"$namespace\",$pods}[$window]))",
        "queries.latency", "latency{namespace=\"$namespace\",service=\"$name\"}",
        "queries.depth", "depth{$series}",
        "queries.idle", "idle{$series}");
  }

  @Override
  protected Map<MetricQuery, MetricReading> knownValues() {
    return Map.of(
        Providers.pods("hits", "app=web"),
        new MetricReading.PodValues(List.of(value("web-1", 1500), value("web-2", 2000))),
        Providers.object("latency", "web"),
        new MetricReading.SingleValue(250),
        Providers.external("depth", ""),
        new MetricReading.Series(List.of(7000L)));
  }

  private static PodValue value(String pod, long milli) {
    return new PodValue(pod, Instant.EPOCH, Duration.ZERO, milli);
  }

  @Override
  protected MetricQuery queryWithoutData() {
    return Providers.external("idle", "");
  }

  @Override
  protected MetricQuery unknownQuery() {
    return Providers.external("unheard-of", "");
  }

  @Override
  protected MetricQuery invalidQuery() {
    return Providers.object("depth", "web");
  }

  @Override
  protected void breakSource() {
    isBroken = true;
  }

  @Override
  protected CountDownLatch blockSource() {
    isSilent = true;
    return waiting;
  }

  @Override
  protected int requests() {
    return server.requests.size();
  }
}
