package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** Reads of a provider that share queries, and its end, with threads in any order. */
@ExtendWith(FrayTestExtension.class)
class GatewayInterleavings {

  private static final MetricResult VALUE = MetricReading.Series.of(List.of(1L));

  private static MetricQuery query(String name) {
    return new MetricQuery.ExternalMetric("shop", name, Selector.everything(), null);
  }

  private static Map<MetricQuery, MetricResult> values(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> values = new HashMap<>();
    queries.forEach(each -> values.put(each, VALUE));
    return values;
  }

  @FrayTest(iterations = 1000)
  void everyReaderHasItsValues() throws InterruptedException {
    read(false);
  }

  @FrayTest(iterations = 1000)
  void everyReaderEndsWhenTheGatewayIsClosed() throws InterruptedException {
    read(true);
  }

  private static void read(boolean closes) throws InterruptedException {
    VirtualTimeline timeline = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    UnaryOperator<String> texts = UnaryOperator.identity();
    IsolatedCalls calls =
        new IsolatedCalls(
            "metrics provider vendor",
            texts,
            timeline,
            Thread.ofPlatform().daemon().factory(),
            Duration.ofSeconds(10),
            1);
    ProviderGateway gateway =
        new ProviderGateway(
            "vendor", GatewayInterleavings::values, texts, calls, Duration.ZERO, timeline);
    Map<String, Integer> ended = new ConcurrentHashMap<>();
    List<Thread> readers = new ArrayList<>();
    for (String name : List.of("web", "cart")) {
      NamespacedName hpa = new NamespacedName("shop", name);
      readers.add(
          new Thread(
              () -> {
                try {
                  Map<MetricQuery, MetricResult> results =
                      gateway.await(
                          gateway.begin(
                              hpa, Set.of(query("queue"), query(name)), SyncMemory.UNLIMITED));
                  assertEquals(values(Set.of(query("queue"), query(name))), results);
                  ended.merge(name, 1, Integer::sum);
                } catch (CancellationException closed) {
                  ended.merge(name, 1, Integer::sum);
                }
              }));
    }
    if (closes) {
      readers.add(new Thread(gateway::close));
    }
    readers.forEach(Thread::start);
    for (Thread each : readers) {
      each.join();
    }
    gateway.close();
    assertEquals(Map.of("web", 1, "cart", 1), ended);
  }
}
