package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.api.HpaStatus;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.controller.reconcile.MetricReader;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.Throttle;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * More external metrics than the default rate limit lets through, in virtual time. The time moves
 * on whenever every read that may run waits for the limit.
 */
@Tag("security")
class OverloadTest {

  private static final int READS = 5;
  private static final String ANSWER =
      """
      {"kind": "ExternalMetricValueList", "apiVersion": "external.metrics.k8s.io/v1beta1",
       "metadata": {}, "items": [{"metricName": "%s", "metricLabels": {},
        "timestamp": "2026-01-01T00:00:00Z", "value": "5"}]}
      """;

  /** Autoscalers that ask for some metrics each, and when the last request of each was sent. */
  private static final class Load implements AutoCloseable {
    private final VirtualTimeline time = new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
    private final Instant start = time.now();
    private final Map<String, Integer> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> sending = new ConcurrentHashMap<>();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger deadlines = new AtomicInteger();
    private final Map<String, Duration> latency = new ConcurrentHashMap<>();
    private final List<MetricResult> failures = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Providers providers =
        Providers.create(
            PluginRegistry.discover(null, time),
            ProviderConfig.DEFAULT,
            new ProviderContext(api(), new ObservedTime()),
            READS);

    private KubernetesApi api() {
      Throttle throttle = new Throttle(ClientOptions.DEFAULTS, new HeldTime());
      return new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
          String namespace = namespace(request);
          sending.merge(namespace, 1, Integer::sum);
          try {
            throttle.await(request);
            sent(request);
            byte[] answer = ANSWER.formatted(metric(request)).getBytes(StandardCharsets.UTF_8);
            return reader.read(new ByteArrayInputStream(answer));
          } catch (IOException | InterruptedException failure) {
            throw new KubernetesApiException(0, "", "no answer", failure);
          } finally {
            open.merge(namespace, -1, Integer::sum);
            sending.merge(namespace, -1, Integer::sum);
          }
        }
      };
    }

    /** Time does not pass until the caller has returned, unlike that of the thread it answers. */
    private void sent(ApiRequest request) {
      String metric = metric(request);
      latency.merge(
          namespace(request) + "/" + metric.substring(0, metric.lastIndexOf('-')),
          Duration.between(start, time.now()),
          (before, now) -> now);
    }

    private static String namespace(ApiRequest request) {
      String[] path = request.path().split("/", -1);
      return path[path.length - 2];
    }

    private static String metric(ApiRequest request) {
      return request.path().substring(request.path().lastIndexOf('/') + 1);
    }

    /** Counts the deadlines of reads that run and do not wait for the limit. */
    private final class ObservedTime implements Timeline {
      private static final Duration LONGER_THAN_A_WINDOW = Duration.ofSeconds(1);

      @Override
      public Instant now() {
        return time.now();
      }

      @Override
      public Scheduled schedule(Duration delay, Runnable task) {
        if (delay.compareTo(LONGER_THAN_A_WINDOW) < 0) {
          return time.schedule(delay, task);
        }
        deadlines.incrementAndGet();
        Scheduled deadline = time.schedule(delay, task);
        return () -> {
          deadline.cancel();
          deadlines.decrementAndGet();
        };
      }

      @Override
      public Duration toReal(Duration duration) {
        return time.toReal(duration);
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        time.sleep(duration);
      }

      @Override
      public void close() {}
    }

    /** Counts who sleeps; one that is woken does not count from the moment it is. */
    private final class HeldTime implements Timeline {
      @Override
      public Instant now() {
        return time.now();
      }

      @Override
      public Scheduled schedule(Duration delay, Runnable task) {
        return time.schedule(delay, task);
      }

      @Override
      public Duration toReal(Duration duration) {
        return Duration.ZERO;
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        time.schedule(
            duration,
            () -> {
              held.decrementAndGet();
              over.countDown();
            });
        held.incrementAndGet();
        over.await();
      }

      @Override
      public void close() {}
    }

    void ask(String namespace, String name, int metrics) {
      open.merge(namespace, metrics, Integer::sum);
      HorizontalPodAutoscaler hpa =
          HorizontalPodAutoscaler.of(
              ObjectMeta.named(namespace, name),
              new HpaSpec(
                  new CrossVersionObjectReference("Deployment", name, "apps/v1"),
                  1,
                  9,
                  List.of(),
                  null),
              HpaStatus.EMPTY);
      List<MetricQuery> queries =
          IntStream.range(0, metrics)
              .<MetricQuery>mapToObj(
                  i ->
                      new MetricQuery.ExternalMetric(
                          namespace, name + "-" + i, Selector.everything(), null))
              .toList();
      MetricReader reader = providers.metrics();
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (MetricResult each : reader.read(hpa, queries, SyncMemory.UNLIMITED)) {
                      if (!(each instanceof MetricReading)) {
                        synchronized (failures) {
                          failures.add(each);
                        }
                      }
                    }
                  }));
    }

    /** Lets time pass until all are answered, once all have asked. */
    void run() throws InterruptedException {
      for (Thread each : threads) {
        while (!hasAsked(each)) {
          Thread.onSpinWait();
        }
      }
      while (sum(open) > 0) {
        if (deadlines.get() == 0 && held.get() == sum(sending) && mayNoneBegin()) {
          time.advance(Duration.between(time.now(), time.nextDue()));
        } else {
          Thread.onSpinWait();
        }
      }
      for (Thread each : threads) {
        each.join();
      }
    }

    private static int sum(Map<String, Integer> counts) {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether the reads that are sent are all that run, as the others have to wait for them. */
    private boolean mayNoneBegin() {
      Map<String, Integer> sent = new HashMap<>(sending);
      sent.values().removeIf(count -> count == 0);
      boolean haveAllSent =
          open.entrySet().stream()
              .allMatch(each -> each.getValue() == 0 || sent.containsKey(each.getKey()));
      int count = sum(sent);
      return time.nextDue() != null
          && count > 0
          && (count == sum(open) || (count >= READS && (sent.size() >= READS || haveAllSent)));
    }

    /** Whether the queries of a thread are queued, so that it waits for its answers. */
    private static boolean hasAsked(Thread thread) {
      return !thread.isAlive()
          || Stream.of(thread.getStackTrace())
              .anyMatch(
                  frame ->
                      frame.getClassName().endsWith(".AutoscalerRead")
                          && frame.getMethodName().equals("await"));
    }

    Duration longest() {
      return latency.values().stream().max(Duration::compareTo).orElseThrow();
    }

    @Override
    public void close() {
      providers.close();
      time.close();
    }
  }

  @Test
  void everyAutoscalerIsAnsweredAtTheRateOfTheLimit() throws Exception {
    try (Load load = new Load()) {
      for (int i = 0; i < 400; i++) {
        load.ask("team-" + i % 10, "web-" + i, 4);
      }
      load.run();
      assertEquals(List.of(), load.failures);
      assertEquals(400, load.latency.size());
      // 1,600 requests, of which 30 go at once, at 20 a second.
      assertEquals(78.5, load.longest().toMillis() / 1000.0, 1);
      long half =
          load.latency.values().stream()
              .filter(each -> each.compareTo(Duration.ofSeconds(40)) < 0)
              .count();
      assertTrue(half > 150, half + " of 400 are answered in the first half of the time");
      Instant recovered = load.time.now().plusSeconds(5);
      load.time.advance(Duration.ofSeconds(5));
      load.ask("team-0", "later", 4);
      load.run();
      assertEquals(recovered, load.time.now(), "nothing waits once the load is gone");
    }
  }

  @Test
  void anAutoscalerWithThousandsOfMetricsDelaysNoOther() throws Exception {
    try (Load load = new Load()) {
      load.ask("noisy", "heavy", 3000);
      for (int i = 0; i < 10; i++) {
        load.ask("team-" + i, "web", 2);
      }
      load.run();
      assertEquals(List.of(), load.failures);
      Duration slowest =
          load.latency.entrySet().stream()
              .filter(each -> each.getKey().startsWith("team-"))
              .map(Map.Entry::getValue)
              .max(Duration::compareTo)
              .orElseThrow();
      assertTrue(slowest.compareTo(Duration.ofSeconds(10)) < 0, "lateness " + slowest);
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, 25);
  }

  /** At most a turn of each neighbour passes before the light autoscaler is served. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aLightAutoscalerIsServedInTurn(int seed) throws Exception {
    Random random = new Random(seed);
    int namespaces = 1 + random.nextInt(6);
    int neighbours = 1 + random.nextInt(4);
    int metrics = 1 + random.nextInt(200);
    int own = 1 + random.nextInt(8);
    try (Load load = new Load()) {
      for (int i = 0; i < namespaces * neighbours; i++) {
        load.ask("team-" + i % namespaces, "web-" + i, metrics);
      }
      load.ask("team-0", "light", own);
      load.run();
      // A turn has 8 requests and those that are divided in it. The light one has its turn within
      // one round of all, and its namespace may have had its turn just before.
      int before = 2 * (neighbours + 1) * namespaces * 9 + READS;
      Duration bound = Duration.ofMillis(50L * (before + own));
      Duration late = load.latency.get("team-0/light");
      assertTrue(late != null && late.compareTo(bound) <= 0, late + " is more than " + bound);
    }
  }
}
