package dev.hpa.controller.plugins;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.queue.DeferredSyncException;
import dev.hpa.controller.queue.SyncAdmission;
import dev.hpa.controller.queue.SyncMemory;
import dev.hpa.kube.http.RateLimitWaitListener;
import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers that behave badly, one way each. */
@Tag("security")
class ProviderGatewayTest {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final VirtualTimeline timeline =
      new VirtualTimeline(Instant.parse("2026-01-01T00:00:00Z"));
  private final List<Set<MetricQuery>> reads = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore started = new Semaphore(0);
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void stop() {
    released.countDown();
    timeline.close();
  }

  private static MetricQuery query(String name) {
    return new MetricQuery.ExternalMetric("shop", name, Selector.everything(), null);
  }

  private static MetricQuery query(String namespace, String name) {
    return new MetricQuery.ExternalMetric(namespace, name, Selector.everything(), null);
  }

  private ProviderGateway gateway(int concurrency, MetricProvider provider) {
    return gateway(concurrency, Duration.ZERO, provider);
  }

  private ProviderGateway gateway(int concurrency, Duration batchWindow, MetricProvider provider) {
    UnaryOperator<String> texts = UnaryOperator.identity();
    IsolatedCalls calls =
        new IsolatedCalls(
            "metrics provider vendor",
            texts,
            timeline,
            Thread.ofPlatform().daemon().factory(),
            DEADLINE,
            concurrency);
    return new ProviderGateway("vendor", provider, texts, calls, batchWindow, timeline);
  }

  private static Map<MetricQuery, MetricResult> read(
      ProviderGateway gateway, Set<MetricQuery> queries) {
    NamespacedName web = new NamespacedName(queries.iterator().next().namespace(), "web");
    return gateway.await(begun(gateway, web, queries));
  }

  private static AutoscalerRead begun(
      ProviderGateway gateway, NamespacedName autoscaler, Set<MetricQuery> queries) {
    return gateway.begin(autoscaler, queries, SyncMemory.UNLIMITED);
  }

  /** A source that answers all that is asked about a namespace at once. */
  private static MetricProvider sharing(MetricProvider provider) {
    return new MetricProvider() {
      @Override
      public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
        return provider.read(queries);
      }

      @Override
      public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
        return List.of(queries);
      }
    };
  }

  private static Map<MetricQuery, MetricResult> fives(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    queries.forEach(query -> results.put(query, MetricReading.Series.of(List.of(5000L))));
    return results;
  }

  /** Answers when it is released. */
  private Map<MetricQuery, MetricResult> blocked(Collection<? extends MetricQuery> queries) {
    reads.add(Set.copyOf(queries));
    started.release();
    boolean waiting = true;
    while (waiting) {
      try {
        released.await();
        waiting = false;
      } catch (InterruptedException ignored) {
        // A provider that does not listen.
      }
    }
    return fives(queries);
  }

  private CompletableFuture<MetricResult> asking(ProviderGateway gateway, String name) {
    return asking(gateway, query(name));
  }

  /** The query is queued, or read, when this returns: the time may advance then. */
  private CompletableFuture<MetricResult> asking(ProviderGateway gateway, MetricQuery query) {
    AutoscalerRead read =
        begun(gateway, new NamespacedName(query.namespace(), "web"), Set.of(query));
    return CompletableFuture.supplyAsync(
        () -> requireNonNull(gateway.await(read).get(query)),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  private static String message(MetricResult result) {
    return result instanceof MetricFailure failure ? failure.message() : result.toString();
  }

  private static MetricResult ask(ProviderGateway gateway, String name) {
    MetricQuery query = query(name);
    return requireNonNull(read(gateway, Set.of(query)).get(query));
  }

  @Test
  void anAnswerIsAnAnswer() {
    assertEquals(
        MetricReading.Series.of(List.of(5000L)), ask(gateway(1, ProviderGatewayTest::fives), "a"));
  }

  @Test
  void listenersReceiveResultsAndFailures() {
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              timeline.advance(Duration.ofSeconds(2));
              throw new IllegalStateException("no");
            });
    List<String> answers = new ArrayList<>();
    gateway.onAnswer(
        (provider, waited, results) ->
            answers.add(provider + " " + waited.toSeconds() + " " + results.size()));
    for (int question = 0; question <= CircuitBreaker.FAULTS; question++) {
      ask(gateway, "a");
    }
    assertEquals(List.of("vendor 2 1", "vendor 2 1", "vendor 2 1", "vendor 0 1"), answers);
    assertEquals(new ProviderState("vendor", true, 0, false), gateway.state());
  }

  @Test
  void queuedQueriesShareTheNextRead() throws Exception {
    ProviderGateway gateway = gateway(1, sharing(this::blocked));
    CompletableFuture<MetricResult> first = asking(gateway, "a");
    started.acquire();
    List<CompletableFuture<MetricResult>> waiting = new ArrayList<>();
    for (String name : List.of("b", "c", "b")) {
      waiting.add(asking(gateway, name));
    }
    awaitWaiting(gateway, 3);
    released.countDown();
    first.get();
    for (CompletableFuture<MetricResult> each : waiting) {
      each.get();
    }
    assertEquals(List.of(Set.of(query("a")), Set.of(query("b"), query("c"))), reads);
  }

  private static final Duration GATHER = Duration.ofMillis(20);

  @Test
  void queriesOfANamespaceWaitForEachOther() throws Exception {
    ProviderGateway gateway = gateway(4, GATHER, sharing(this::blocked));
    CompletableFuture<MetricResult> first = asking(gateway, "a");
    awaitWaiting(gateway, 1);
    timeline.advance(Duration.ofMillis(15));
    CompletableFuture<MetricResult> second = asking(gateway, "b");
    awaitWaiting(gateway, 2);
    timeline.advance(Duration.ofMillis(19));
    assertEquals(0, started.availablePermits(), "another query arrived within 20 ms");
    timeline.advance(Duration.ofMillis(1));
    started.acquire();
    released.countDown();
    first.get();
    second.get();
    assertEquals(List.of(Set.of(query("a"), query("b"))), reads);
  }

  @Test
  void theBatchWindowIsBounded() throws Exception {
    ProviderGateway gateway = gateway(1, GATHER, sharing(this::blocked));
    List<CompletableFuture<MetricResult>> all = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      all.add(asking(gateway, "a" + i));
      awaitWaiting(gateway, i + 1);
      timeline.advance(Duration.ofMillis(14));
      assertEquals(0, started.availablePermits());
    }
    timeline.advance(Duration.ofMillis(4));
    started.acquire();
    released.countDown();
    for (CompletableFuture<MetricResult> each : all) {
      each.get();
    }
    assertEquals(1, reads.size(), "200 ms after the first");
  }

  @Test
  void queriesThatCannotShareARequestAreReadAlone() throws Exception {
    ProviderGateway gateway = gateway(1, this::blocked);
    CompletableFuture<MetricResult> first = asking(gateway, "a");
    started.acquire();
    List<CompletableFuture<MetricResult>> waiting = new ArrayList<>();
    for (String name : List.of("b", "c", "b")) {
      waiting.add(asking(gateway, name));
      awaitWaiting(gateway, waiting.size());
    }
    released.countDown();
    first.get();
    for (CompletableFuture<MetricResult> each : waiting) {
      each.get();
    }
    assertEquals(3, reads.size(), "equal queries are read once");
    assertEquals(
        Set.of(Set.of(query("a")), Set.of(query("b")), Set.of(query("c"))), Set.copyOf(reads));
  }

  @Test
  void eachNamespaceIsReadForItself() throws Exception {
    ProviderGateway gateway = gateway(2, sharing(this::blocked));
    List<CompletableFuture<MetricResult>> all = new ArrayList<>();
    for (String namespace : List.of("x", "y")) {
      all.add(asking(gateway, query(namespace, "a")));
      started.acquire();
    }
    for (String namespace : List.of("s", "t")) {
      all.add(asking(gateway, query(namespace, "a")));
      all.add(asking(gateway, query(namespace, "b")));
    }
    awaitWaiting(gateway, 4);
    released.countDown();
    for (CompletableFuture<MetricResult> each : all) {
      each.get();
    }
    assertEquals(List.of(1, 1, 2, 2), reads.stream().map(Set::size).toList());
  }

  @Test
  void aResultIsUsedWhileOtherQueriesAreRead() throws Exception {
    MetricQuery slow = query("slow");
    MetricQuery quick = query("quick");
    ProviderGateway gateway =
        gateway(2, GATHER, queries -> queries.contains(slow) ? blocked(queries) : fives(queries));
    CompletableFuture<MetricResult> waits = asking(gateway, slow);
    CompletableFuture<MetricResult> answered = asking(gateway, quick);
    awaitWaiting(gateway, 2);
    timeline.advance(GATHER);
    assertEquals(MetricReading.Series.of(List.of(5000L)), answered.get());
    assertFalse(waits.isDone());
    released.countDown();
    waits.get();
  }

  @Test
  void batchesThatBreakTheContractAreFailuresOfTheirQueriesAlone() throws Exception {
    ProviderGateway gateway =
        gateway(
            1,
            GATHER,
            new MetricProvider() {
              @Override
              public Map<MetricQuery, MetricResult> read(
                  Collection<? extends MetricQuery> queries) {
                return fives(queries);
              }

              @Override
              @SuppressWarnings("NullAway") // as a provider without checks would
              public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
                if (queries.contains(query("null"))) {
                  return null;
                }
                return List.of(Set.of(query("a"), query("unmatched")), Set.of(query("a")));
              }
            });
    CompletableFuture<MetricResult> a = asking(gateway, "a");
    CompletableFuture<MetricResult> b = asking(gateway, "b");
    awaitWaiting(gateway, 2);
    timeline.advance(GATHER);
    assertEquals(MetricReading.Series.of(List.of(5000L)), a.get());
    assertEquals(MetricReading.Series.of(List.of(5000L)), b.get(), "it is in no set");
    CompletableFuture<MetricResult> none = asking(gateway, "null");
    CompletableFuture<MetricResult> c = asking(gateway, "c");
    awaitWaiting(gateway, 2);
    timeline.advance(GATHER);
    assertEquals(
        "the metrics provider vendor failed: batches returned null and not sets of queries",
        message(none.get()));
    c.get();
  }

  /** Waits until the queries, each on its own thread, are queued. */
  private static void awaitWaiting(ProviderGateway gateway, int count) {
    while (gateway.waiting() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aHungProviderCostsADeadlineAndThenNothing() throws Exception {
    ProviderGateway gateway = gateway(1, this::blocked);
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      CompletableFuture<MetricResult> asked = asking(gateway, "a" + i);
      if (i == 0) {
        started.acquire();
      } else {
        awaitWaiting(gateway, 1);
      }
      timeline.advance(DEADLINE);
      assertEquals("the metrics provider vendor did not answer within 10s", message(asked.get()));
    }
    assertEquals(
        "the metrics provider vendor is not called until 2026-01-01T00:01:30Z, because it did not"
            + " answer in time 3 times in a row",
        message(ask(gateway, "b")));
  }

  @Test
  void oneHangIsOneFaultHoweverManyWait() throws Exception {
    ProviderGateway gateway = gateway(1, this::blocked);
    List<CompletableFuture<MetricResult>> waiting = new ArrayList<>();
    waiting.add(asking(gateway, "a"));
    started.acquire();
    for (int i = 0; i < 2 * CircuitBreaker.FAULTS; i++) {
      waiting.add(asking(gateway, "b" + i));
    }
    awaitWaiting(gateway, 2 * CircuitBreaker.FAULTS);
    timeline.advance(DEADLINE);
    assertTrue(waiting.getFirst().get() instanceof MetricFailure);
    timeline.advance(DEADLINE);
    for (CompletableFuture<MetricResult> each : waiting) {
      assertEquals("the metrics provider vendor did not answer within 10s", message(each.get()));
    }
    released.countDown();
    assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "c"));
  }

  /** Its results arrive after their deadline. */
  @Test
  void aProviderThatIsAlwaysLateOpensTheCircuit() throws Exception {
    Semaphore late = new Semaphore(0);
    Semaphore ended = new Semaphore(0);
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              started.release();
              late.acquireUninterruptibly();
              ended.release();
              return fives(queries);
            });
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      CompletableFuture<MetricResult> asked = asking(gateway, "a");
      started.acquire();
      timeline.advance(DEADLINE);
      asked.get();
      late.release();
      ended.acquire();
    }
    assertTrue(message(ask(gateway, "a")).contains("is not called until"));
  }

  @Test
  void aRecoveredProviderIsCalledAgain() throws Exception {
    boolean[] broken = {true};
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              if (broken[0]) {
                throw new IllegalStateException("no luck\nat all");
              }
              return fives(queries);
            });
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      assertEquals("the metrics provider vendor failed: no luck", message(ask(gateway, "a")));
    }
    assertTrue(message(ask(gateway, "a")).contains("is not called until"));
    timeline.advance(CircuitBreaker.OPEN_FOR);
    assertTrue(
        message(ask(gateway, "a")).contains("failed: no luck"), "one question is let through");
    assertTrue(message(ask(gateway, "a")).contains("is not called until"));
    broken[0] = false;
    timeline.advance(CircuitBreaker.OPEN_FOR);
    assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "a"));
    assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "a"));
  }

  @Test
  void errorsAreContained() {
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              throw new OutOfMemoryError("Java heap space");
            });
    assertEquals("the metrics provider vendor failed: Java heap space", message(ask(gateway, "a")));
    assertEquals(
        "the metrics provider vendor is not called until 2026-01-01T00:01:00Z, because it failed"
            + " with OutOfMemoryError",
        message(ask(gateway, "b")));
  }

  /** An infinite list of values. */
  private static final class Endless extends AbstractList<Long> {
    @Override
    public Long get(int index) {
      return 1L;
    }

    @Override
    public int size() {
      return Integer.MAX_VALUE;
    }
  }

  @Test
  void anAnswerWithoutEndIsCut() {
    MetricReading endless = MetricReading.Series.of(new Endless());
    ProviderGateway gateway = gateway(1, queries -> Map.of(queries.iterator().next(), endless));
    assertEquals(
        "the metrics provider vendor answered with more than 200000 values",
        message(ask(gateway, "a")));
  }

  /** Lists that compute what they hold may fail late; it is still the provider's failure. */
  @Test
  void valuesThatThrowAreAFault() {
    List<Long> broken =
        new AbstractList<>() {
          @Override
          public Long get(int index) {
            throw new IllegalStateException("no luck");
          }

          @Override
          public int size() {
            return 1;
          }
        };
    MetricReading reading = MetricReading.Series.of(broken);
    ProviderGateway gateway = gateway(1, queries -> Map.of(queries.iterator().next(), reading));
    assertEquals("the metrics provider vendor failed: no luck", message(ask(gateway, "a")));
  }

  @Test
  void answersOfTheProviderAreNoFaults() {
    MetricFailure down =
        new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "the server is down");
    ProviderGateway gateway = gateway(1, queries -> Map.of(queries.iterator().next(), down));
    for (int i = 0; i < 3 * CircuitBreaker.FAULTS; i++) {
      assertEquals(down, ask(gateway, "a"));
    }
  }

  @Test
  void invalidResultsBecomeFailures() {
    assertEquals(
        "the metrics provider vendor returned no result",
        message(ask(gateway(1, queries -> Map.of()), "a")));
    assertEquals(
        "the metrics provider vendor returned a result of another type: SingleValue",
        message(
            ask(
                gateway(
                    1,
                    queries -> Map.of(queries.iterator().next(), MetricReading.SingleValue.of(1))),
                "a")));
  }

  /** Pods may be there of which none has a value; what follows from that is the algorithm's. */
  @Test
  void noValuesAreAnAnswer() {
    MetricQuery pods =
        new MetricQuery.PodMetric("shop", Selector.everything(), "a", Selector.everything());
    MetricReading none = MetricReading.PodValues.of(List.of());
    assertEquals(none, read(gateway(1, queries -> Map.of(pods, none)), Set.of(pods)).get(pods));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NO_MAP|failed: read returned null and not a map of results",
        "NULL_VALUE|returned a list of values that holds null",
        "NULL_LIST|returned a reading without a list of values",
        "NULL_FAILURE|returned a failure without category or message",
        "DEEP|failed: StackOverflowError"
      })
  void whatBreaksTheContractHasAMessage(Flaw flaw, String text) {
    assertEquals(
        "the metrics provider vendor " + text,
        message(ask(gateway(1, queries -> flawed(flaw, queries)), "a")));
  }

  /** What a provider may do wrong. */
  enum Flaw {
    NO_MAP,
    NULL_VALUE,
    NULL_LIST,
    NULL_FAILURE,
    DEEP
  }

  @SuppressWarnings("NullAway") // as a provider without checks would
  private static Map<MetricQuery, MetricResult> flawed(
      Flaw flaw, Collection<? extends MetricQuery> queries) {
    MetricQuery query = queries.iterator().next();
    return switch (flaw) {
      case NO_MAP -> null;
      case NULL_VALUE -> Map.of(query, MetricReading.Series.of(Arrays.asList(1L, null)));
      case NULL_LIST -> Map.of(query, MetricReading.Series.of(null));
      case NULL_FAILURE -> Map.of(query, new MetricFailure(null, null));
      case DEEP -> throw new StackOverflowError();
    };
  }

  /** Of surplus results the others are used all the same. */
  @Test
  void textsOfFailuresAreTruncated() {
    MetricFailure.Category failed = MetricFailure.Category.SOURCE_FAILED;
    ProviderGateway gateway =
        gateway(
            1,
            queries ->
                Map.of(
                    query("short"),
                    new MetricFailure(failed, "x".repeat(2_048)),
                    query("long"),
                    new MetricFailure(failed, "y".repeat(65_536))));
    assertEquals(new MetricFailure(failed, "x".repeat(2_048)), ask(gateway, "short"));
    assertEquals(
        new MetricFailure(failed, "y".repeat(2_048) + "… (63488 more characters)"),
        ask(gateway, "long"));
  }

  /** Each answer is small enough; all of them would fill the memory. */
  private ProviderGateway withManySeries(int values) {
    MetricResult many = MetricReading.Series.of(Collections.nCopies(values, 1L));
    return gateway(1, each -> Map.of(each.iterator().next(), many));
  }

  private static Set<MetricQuery> queries(int count) {
    Set<MetricQuery> queries = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      queries.add(query("metric" + i));
    }
    return queries;
  }

  @Test
  void valuesBeyondTheMemoryForResultsDeferTheSync() {
    ProviderGateway gateway = withManySeries(10_000);
    NamespacedName evil = new NamespacedName("shop", "evil");
    NamespacedName other = new NamespacedName("bank", "web");
    SyncAdmission admission = new SyncAdmission(new MemoryPool(50_000_000), MemoryPart.SYNCS);
    try (SyncAdmission.Admitted memory = requireNonNull(admission.admit(evil))) {
      try (SyncAdmission.Admitted alone = requireNonNull(admission.admit(other))) {
        alone.take(1L << 40);
        AutoscalerRead read = gateway.begin(evil, queries(68), memory);
        assertThrows(DeferredSyncException.class, () -> gateway.await(read));
        assertTrue(memory.isDeferred());
      }
      assertEquals(68, gateway.await(gateway.begin(evil, queries(68), memory)).size());
    }
  }

  /** Independent of the memory that others use. */
  @Test
  void moreValuesThanAnHpaMayHaveAreFailures() {
    ProviderGateway gateway = withManySeries(200_000);
    Map<MetricQuery, MetricResult> results =
        gateway.await(
            gateway.begin(new NamespacedName("shop", "evil"), queries(90), SyncMemory.UNLIMITED));
    assertEquals(
        7, results.values().stream().filter(each -> message(each).contains("128 MiB")).count());
  }

  @Test
  void surplusResultsAreIgnored() {
    MetricQuery query = query("a");
    Map<MetricQuery, MetricResult> results = new HashMap<>(fives(List.of(query, query("b"))));
    results.put(null, MetricReading.SingleValue.of(1));
    ProviderGateway gateway = gateway(1, queries -> results);
    assertEquals(Set.of(query), read(gateway, Set.of(query)).keySet());
    assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "a"));
  }

  @Test
  void aMetricWithoutSeriesIsAFailureAsOfTheMetricsApi() {
    MetricReading none = MetricReading.Series.of(List.of());
    assertEquals(
        new MetricFailure(
            MetricFailure.Category.NO_DATA, "no metrics returned from external metrics API"),
        ask(gateway(1, queries -> Map.of(queries.iterator().next(), none)), "a"));
  }

  /** The time in which our own rate limit holds a request back is not the provider's. */
  @Test
  void waitsForTheRateLimitAreNotCounted() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch sent = new CountDownLatch(1);
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              RateLimitWaitListener limit = RateLimitWaitListener.OBSERVER.get();
              limit.begun();
              held.countDown();
              awaitQuietly(sent);
              limit.ended();
              return blocked(queries);
            });
    CompletableFuture<MetricResult> asked = asking(gateway, "a");
    held.await();
    CompletableFuture<MetricResult> behind = asking(gateway, "b");
    awaitWaiting(gateway, 1);
    timeline.advance(DEADLINE.multipliedBy(100));
    assertFalse(asked.isDone());
    assertFalse(behind.isDone());
    sent.countDown();
    started.acquire();
    timeline.advance(DEADLINE.minusMillis(1));
    assertFalse(asked.isDone());
    timeline.advance(Duration.ofMillis(1));
    assertEquals("the metrics provider vendor did not answer within 10s", message(asked.get()));
    released.countDown();
    behind.get();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  /** One autoscaler with a thousand metrics, and one that comes after it with two. */
  @Test
  void anAutoscalerWithManyMetricsDelaysNoOther() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch open = new CountDownLatch(1);
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              started.release();
              awaitQuietly(open);
              order.add(((MetricQuery.ExternalMetric) queries.iterator().next()).metric());
              return fives(queries);
            });
    Set<MetricQuery> many = new LinkedHashSet<>();
    for (int i = 0; i < 1000; i++) {
      many.add(query("m" + i));
    }
    AutoscalerRead heavy = begun(gateway, new NamespacedName("shop", "heavy"), many);
    started.acquire();
    AutoscalerRead light =
        begun(gateway, new NamespacedName("shop", "light"), Set.of(query("x"), query("y")));
    AutoscalerRead elsewhere =
        begun(gateway, new NamespacedName("other", "light"), Set.of(query("other", "z")));
    open.countDown();
    gateway.await(light);
    gateway.await(elsewhere);
    gateway.await(heavy);
    assertTrue(order.indexOf("x") < 40, order.subList(0, 40).toString());
    assertTrue(order.indexOf("y") < 40, order.subList(0, 40).toString());
    assertTrue(order.indexOf("z") < 40, order.subList(0, 40).toString());
    assertEquals(1003, order.size());
  }

  /** It is among the last of the thousand metrics of the other. */
  @Test
  void aMetricOfSeveralAutoscalersIsReadInTheTurnOfTheOneWithFewest() throws Exception {
    List<MetricQuery> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch open = new CountDownLatch(1);
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              started.release();
              awaitQuietly(open);
              order.addAll(queries);
              return fives(queries);
            });
    AutoscalerRead heavy = begun(gateway, new NamespacedName("shop", "heavy"), queries(1000));
    started.acquire();
    AutoscalerRead light =
        begun(gateway, new NamespacedName("shop", "light"), Set.of(query("metric990")));
    open.countDown();
    gateway.await(light);
    gateway.await(heavy);
    assertTrue(order.indexOf(query("metric990")) < 40, order.subList(0, 40).toString());
    assertEquals(1000, order.size(), "it is read once");
  }

  @Test
  void batchesAfterTheDeadlineAreNotRead() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    ProviderGateway gateway =
        gateway(
            1,
            GATHER,
            new MetricProvider() {
              @Override
              public Map<MetricQuery, MetricResult> read(
                  Collection<? extends MetricQuery> queries) {
                reads.add(Set.copyOf(queries));
                ended.countDown();
                return fives(queries);
              }

              @Override
              public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
                if (queries.contains(query("a"))) {
                  blocked(List.of());
                }
                return List.of(queries);
              }
            });
    CompletableFuture<MetricResult> a = asking(gateway, "a");
    CompletableFuture<MetricResult> b = asking(gateway, "b");
    awaitWaiting(gateway, 2);
    timeline.advance(GATHER);
    started.acquire();
    CompletableFuture<MetricResult> joining = asking(gateway, "b");
    awaitWaiting(gateway, 3);
    timeline.advance(DEADLINE);
    for (CompletableFuture<MetricResult> each : List.of(a, b, joining)) {
      assertEquals("the metrics provider vendor did not answer within 10s", message(each.get()));
    }
    released.countDown();
    CompletableFuture<MetricResult> c = asking(gateway, "c");
    awaitWaiting(gateway, 1);
    timeline.advance(GATHER);
    c.get();
    ended.await();
    assertEquals(List.of(Set.of(), Set.of(query("c"))), reads);
  }

  @Test
  void setsThatAProviderComputesWhileTheyAreReadDelayNoOtherNamespace() throws Exception {
    ProviderGateway gateway =
        gateway(
            2,
            GATHER,
            new MetricProvider() {
              @Override
              public Map<MetricQuery, MetricResult> read(
                  Collection<? extends MetricQuery> queries) {
                return fives(queries);
              }

              @Override
              public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
                return new AbstractList<>() {
                  @Override
                  public Set<MetricQuery> get(int index) {
                    blocked(List.of());
                    return queries;
                  }

                  @Override
                  public int size() {
                    return 1;
                  }
                };
              }
            });
    CompletableFuture<MetricResult> a = asking(gateway, "a");
    CompletableFuture<MetricResult> b = asking(gateway, "b");
    awaitWaiting(gateway, 2);
    timeline.advance(GATHER);
    started.acquire();
    CompletableFuture<MetricResult> other = asking(gateway, query("other", "a"));
    timeline.advance(GATHER);
    assertEquals(MetricReading.Series.of(List.of(5000L)), other.get());
    released.countDown();
    a.get();
    b.get();
  }

  private static MetricProvider slowFor(String namespace, MetricProvider slow) {
    return queries ->
        queries.iterator().next().namespace().equals(namespace)
            ? slow.read(queries)
            : fives(queries);
  }

  /** Its calls take until their deadline, and it has the next ones already. */
  @Test
  void slowMetricsOfANamespaceDelayNoOther() throws Exception {
    ProviderGateway gateway = gateway(3, slowFor("evil", this::blocked));
    List<CompletableFuture<MetricResult>> slow = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      slow.add(asking(gateway, query("evil", "slow" + i)));
    }
    started.acquire(3);
    awaitWaiting(gateway, 6);
    for (String namespace : List.of("shop", "bank", "shop", "bank")) {
      MetricQuery query = query(namespace, "quick");
      assertEquals(
          MetricReading.Series.of(List.of(5000L)),
          read(gateway, Set.of(query, query(namespace, "too"))).get(query));
    }
    assertEquals(3, reads.size(), "a namespace alone has all places, and no more");
    assertTrue(slow.stream().noneMatch(CompletableFuture::isDone));
    released.countDown();
    for (CompletableFuture<MetricResult> each : slow) {
      assertEquals(MetricReading.Series.of(List.of(5000L)), each.get());
    }
  }

  @Test
  void thereAreFewerThanTwiceAsManyCallsAsTheLimit() throws Exception {
    ProviderGateway gateway = gateway(2, this::blocked);
    List<CompletableFuture<MetricResult>> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(asking(gateway, query("evil", "a" + i)));
    }
    started.acquire(2);
    all.add(asking(gateway, query("shop", "a")));
    started.acquire();
    all.add(asking(gateway, query("shop", "b")));
    all.add(asking(gateway, query("bank", "a")));
    awaitWaiting(gateway, 3);
    assertEquals(3, reads.size());
    released.countDown();
    for (CompletableFuture<MetricResult> each : all) {
      each.get();
    }
  }

  @Test
  void aLimitOf1PermitsASingleCall() throws Exception {
    ProviderGateway gateway = gateway(1, this::blocked);
    CompletableFuture<MetricResult> first = asking(gateway, query("shop", "a"));
    started.acquire();
    CompletableFuture<MetricResult> second = asking(gateway, query("bank", "a"));
    awaitWaiting(gateway, 1);
    assertEquals(1, reads.size());
    released.countDown();
    first.get();
    second.get();
  }

  /** Its calls ignore that they are interrupted. */
  @Test
  void queriesBehindHungCallsOfTheirNamespaceExpireWhileOthersAreRead() throws Exception {
    ProviderGateway gateway = gateway(2, slowFor("evil", this::blocked));
    List<CompletableFuture<MetricResult>> hung = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      hung.add(asking(gateway, query("evil", "slow" + i)));
    }
    started.acquire(2);
    awaitWaiting(gateway, 2);
    timeline.advance(DEADLINE);
    for (int second = 0; second < DEADLINE.toSeconds(); second++) {
      assertEquals(2, gateway.waiting());
      assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "quick"));
      timeline.advance(Duration.ofSeconds(1));
    }
    for (CompletableFuture<MetricResult> each : hung) {
      assertEquals("the metrics provider vendor did not answer within 10s", message(each.get()));
    }
    assertEquals(MetricReading.Series.of(List.of(5000L)), ask(gateway, "quick"));
  }

  private static MetricProvider failingFor(Set<String> namespaces) {
    return queries -> {
      if (namespaces.contains(queries.iterator().next().namespace())) {
        throw new IllegalStateException("no luck");
      }
      return fives(queries);
    };
  }

  private static String ask(ProviderGateway gateway, String namespace, String name) {
    MetricQuery query = query(namespace, name);
    return message(requireNonNull(read(gateway, Set.of(query)).get(query)));
  }

  private static final String FAILED = "the metrics provider vendor failed: no luck";
  private static final String VALUE = MetricReading.Series.of(List.of(5000L)).toString();

  private static void assertRefused(String text) {
    assertTrue(text.contains("is not called until"), text);
  }

  @Test
  void failuresOfANamespaceStopItsOwnReadsOnly() {
    ProviderGateway gateway = gateway(1, failingFor(Set.of("evil")));
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      assertEquals(FAILED, ask(gateway, "evil", "a"));
    }
    assertRefused(ask(gateway, "evil", "a"));
    assertTrue(gateway.isCircuitOpen(), "no other namespace has called");
    assertEquals(VALUE, ask(gateway, "shop", "a"));
    assertFalse(gateway.isCircuitOpen(), "it works for a namespace");
    assertRefused(ask(gateway, "evil", "a"));
  }

  @Test
  void missedDeadlinesOfANamespaceStopItsOwnReadsOnly() throws Exception {
    ProviderGateway gateway = gateway(9, slowFor("evil", this::blocked));
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      CompletableFuture<MetricResult> late = asking(gateway, query("evil", "a" + i));
      started.acquire();
      timeline.advance(DEADLINE);
      assertTrue(message(late.get()).contains("did not answer"));
    }
    assertRefused(ask(gateway, "evil", "a"));
    assertEquals(VALUE, ask(gateway, "shop", "a"));
  }

  /** As when the source is down. */
  @Test
  void failuresOfTwoNamespacesWithoutASuccessStopAllReads() {
    Set<String> failing = new HashSet<>(Set.of("shop", "bank", "club"));
    ProviderGateway gateway = gateway(1, failingFor(failing));
    for (String namespace : List.of("shop", "bank", "shop")) {
      assertEquals(FAILED, ask(gateway, namespace, "a"));
    }
    for (String namespace : List.of("shop", "bank", "club")) {
      assertRefused(ask(gateway, namespace, "a"));
    }
    assertTrue(gateway.isCircuitOpen());
    timeline.advance(CircuitBreaker.OPEN_FOR);
    assertEquals(FAILED, ask(gateway, "shop", "a"), "each namespace tries once");
    assertRefused(ask(gateway, "shop", "a"));
    assertEquals(FAILED, ask(gateway, "bank", "a"));
    assertRefused(ask(gateway, "club", "a"));
    failing.clear();
    timeline.advance(CircuitBreaker.OPEN_FOR);
    assertEquals(VALUE, ask(gateway, "club", "a"));
    for (String namespace : List.of("shop", "shop", "bank", "bank")) {
      assertEquals(VALUE, ask(gateway, namespace, "a"));
    }
    assertFalse(gateway.isCircuitOpen());
  }

  /** Each has its circuit; together they are not the provider. */
  @Test
  void failuresOfSeveralNamespacesDoNotStopThoseThatHaveValues() {
    ProviderGateway gateway = gateway(1, failingFor(Set.of("evil", "worse")));
    assertEquals(VALUE, ask(gateway, "shop", "a"));
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      assertEquals(FAILED, ask(gateway, "evil", "a"));
      assertEquals(FAILED, ask(gateway, "worse", "a"));
    }
    assertRefused(ask(gateway, "evil", "a"));
    assertRefused(ask(gateway, "worse", "a"));
    assertEquals(VALUE, ask(gateway, "shop", "a"));
    assertEquals(VALUE, ask(gateway, "new", "a"));
  }

  /** The other keeps its place in the queue. */
  @Test
  void anOpenCircuitFailsTheQueuedReadsOfItsNamespaceOnly() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    ProviderGateway gateway =
        gateway(
            1,
            queries -> {
              started.release();
              awaitQuietly(open);
              return failingFor(Set.of("evil")).read(queries);
            });
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      var _ = asking(gateway, query("evil", "a" + i));
    }
    started.acquire();
    CompletableFuture<MetricResult> other = asking(gateway, query("shop", "a"));
    awaitWaiting(gateway, CircuitBreaker.FAULTS);
    open.countDown();
    assertEquals(VALUE, message(other.get()));
  }

  @Test
  void closeCancelsAllWaits() throws Exception {
    ProviderGateway gateway = gateway(1, this::blocked);
    CompletableFuture<MetricResult> running = asking(gateway, "a");
    started.acquire();
    CompletableFuture<MetricResult> waiting = asking(gateway, "b");
    awaitWaiting(gateway, 1);
    gateway.close();
    for (CompletableFuture<MetricResult> each : List.of(running, waiting)) {
      ExecutionException end = assertThrows(ExecutionException.class, each::get);
      assertTrue(end.getCause() instanceof CancellationException, String.valueOf(end.getCause()));
    }
    assertThrows(CancellationException.class, () -> ask(gateway, "c"));
  }
}
