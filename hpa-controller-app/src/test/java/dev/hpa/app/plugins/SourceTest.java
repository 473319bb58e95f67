package dev.hpa.app.plugins;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.Selector;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Providers that behave badly, one way each. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SourceTest {

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

  private Source source(int concurrency, boolean merged, MetricProvider provider) {
    return source(new Source.Limits(DEADLINE, concurrency, merged, Duration.ZERO), provider);
  }

  private Source source(Source.Limits limits, MetricProvider provider) {
    return new Source("vendor", provider, limits, timeline, Thread.ofPlatform().daemon().factory());
  }

  private static Map<MetricQuery, MetricResult> fives(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new HashMap<>();
    queries.forEach(query -> results.put(query, new MetricReading.Series(List.of(5000L))));
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

  private CompletableFuture<MetricResult> asking(Source source, String name) {
    return asking(source, query(name));
  }

  private CompletableFuture<MetricResult> asking(Source source, MetricQuery query) {
    return CompletableFuture.supplyAsync(
        () -> requireNonNull(source.ask(Set.of(query)).get(query)),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  private static String message(MetricResult result) {
    return result instanceof MetricFailure failure ? failure.message() : result.toString();
  }

  private static MetricResult ask(Source source, String name) {
    MetricQuery query = query(name);
    return requireNonNull(source.ask(Set.of(query)).get(query));
  }

  @Test
  void anAnswerIsAnAnswer() {
    assertEquals(
        new MetricReading.Series(List.of(5000L)), ask(source(1, true, SourceTest::fives), "a"));
  }

  @Test
  void listenersAreToldOfAnswersAndOfRefusals() {
    Source source =
        source(
            1,
            true,
            queries -> {
              timeline.advance(Duration.ofSeconds(2));
              throw new IllegalStateException("no");
            });
    List<String> told = new ArrayList<>();
    source.onAnswer(
        (provider, waited, results) ->
            told.add(provider + " " + waited.toSeconds() + " " + results.size()));
    for (int question = 0; question <= Breaker.FAULTS; question++) {
      ask(source, "a");
    }
    assertEquals(List.of("vendor 2 1", "vendor 2 1", "vendor 2 1", "vendor 0 1"), told);
    assertEquals(new SourceState("vendor", true, 0), source.state());
  }

  @Test
  void questionsThatWaitShareTheNextRead() throws Exception {
    Source source = source(1, true, this::blocked);
    CompletableFuture<MetricResult> first = asking(source, "a");
    started.acquire();
    List<CompletableFuture<MetricResult>> waiting = new ArrayList<>();
    for (String name : List.of("b", "c", "b")) {
      waiting.add(asking(source, name));
    }
    awaitWaiting(source, 3);
    released.countDown();
    first.get();
    for (CompletableFuture<MetricResult> each : waiting) {
      each.get();
    }
    assertEquals(List.of(Set.of(query("a")), Set.of(query("b"), query("c"))), reads);
  }

  private static final Duration GATHER = Duration.ofMillis(20);

  @Test
  void questionsAboutANamespaceWaitForEachOther() throws Exception {
    Source source = source(new Source.Limits(DEADLINE, 4, true, GATHER), this::blocked);
    CompletableFuture<MetricResult> first = asking(source, "a");
    awaitWaiting(source, 1);
    timeline.advance(Duration.ofMillis(15));
    CompletableFuture<MetricResult> second = asking(source, "b");
    awaitWaiting(source, 2);
    timeline.advance(Duration.ofMillis(19));
    assertEquals(0, started.availablePermits(), "somebody has come within 20 ms");
    timeline.advance(Duration.ofMillis(1));
    started.acquire();
    released.countDown();
    first.get();
    second.get();
    assertEquals(List.of(Set.of(query("a"), query("b"))), reads);
  }

  @Test
  void gatheringEndsHoweverManyCome() throws Exception {
    Source source = source(new Source.Limits(DEADLINE, 1, true, GATHER), this::blocked);
    List<CompletableFuture<MetricResult>> all = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      all.add(asking(source, "a" + i));
      awaitWaiting(source, i + 1);
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
  void namespacesThatWaitAreDealtOutToTheReads() throws Exception {
    Source source = source(2, true, this::blocked);
    List<CompletableFuture<MetricResult>> all = new ArrayList<>();
    for (String namespace : List.of("x", "y")) {
      all.add(asking(source, query(namespace, "a")));
      started.acquire();
    }
    for (String namespace : List.of("s", "t", "u", "v")) {
      all.add(asking(source, query(namespace, "a")));
      all.add(asking(source, query(namespace, "b")));
    }
    awaitWaiting(source, 8);
    released.countDown();
    for (CompletableFuture<MetricResult> each : all) {
      each.get();
    }
    assertEquals(List.of(1, 1, 4, 2, 2), reads.stream().map(Set::size).toList());
  }

  @Test
  void oneByOneEachQuestionHasARead() throws Exception {
    Source source = source(1, false, this::blocked);
    CompletableFuture<MetricResult> first = asking(source, "a");
    started.acquire();
    CompletableFuture<MetricResult> second = asking(source, "b");
    CompletableFuture<MetricResult> third = asking(source, "b");
    awaitWaiting(source, 2);
    released.countDown();
    first.get();
    second.get();
    third.get();
    assertEquals(3, reads.size());
  }

  /** Questions come on threads of their own; the test goes on when they stand in line. */
  private static void awaitWaiting(Source source, int count) {
    while (source.waiting() < count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aHungProviderCostsADeadlineAndThenNothing() throws Exception {
    Source source = source(1, true, this::blocked);
    for (int i = 0; i < Breaker.FAULTS; i++) {
      CompletableFuture<MetricResult> asked = asking(source, "a" + i);
      if (i == 0) {
        started.acquire();
      } else {
        awaitWaiting(source, 1);
      }
      timeline.advance(DEADLINE);
      assertEquals("the metrics provider vendor did not answer within 10s", message(asked.get()));
    }
    assertEquals(
        "the metrics provider vendor is not asked until 2026-01-01T00:01:30Z, because it did not"
            + " answer in time 3 times in a row",
        message(ask(source, "b")));
  }

  @Test
  void oneHangIsOneFaultHoweverManyWait() throws Exception {
    Source source = source(1, true, this::blocked);
    List<CompletableFuture<MetricResult>> waiting = new ArrayList<>();
    waiting.add(asking(source, "a"));
    started.acquire();
    for (int i = 0; i < 2 * Breaker.FAULTS; i++) {
      waiting.add(asking(source, "b" + i));
    }
    awaitWaiting(source, 2 * Breaker.FAULTS);
    timeline.advance(DEADLINE);
    for (CompletableFuture<MetricResult> each : waiting) {
      assertEquals("the metrics provider vendor did not answer within 10s", message(each.get()));
    }
    released.countDown();
    assertEquals(new MetricReading.Series(List.of(5000L)), ask(source, "c"));
  }

  /** Its answers come, but when nobody waits for them any more. */
  @Test
  void aProviderThatIsAlwaysLateIsLeftAlone() throws Exception {
    Semaphore late = new Semaphore(0);
    Semaphore ended = new Semaphore(0);
    Source source =
        source(
            1,
            true,
            queries -> {
              started.release();
              late.acquireUninterruptibly();
              ended.release();
              return fives(queries);
            });
    for (int i = 0; i < Breaker.FAULTS; i++) {
      CompletableFuture<MetricResult> asked = asking(source, "a");
      started.acquire();
      timeline.advance(DEADLINE);
      asked.get();
      late.release();
      ended.acquire();
    }
    assertTrue(message(ask(source, "a")).contains("is not asked until"));
  }

  @Test
  void aProviderThatRecoversIsAskedAgain() throws Exception {
    boolean[] broken = {true};
    Source source =
        source(
            1,
            true,
            queries -> {
              if (broken[0]) {
                throw new IllegalStateException("no luck\nat all");
              }
              return fives(queries);
            });
    for (int i = 0; i < Breaker.FAULTS; i++) {
      assertEquals("the metrics provider vendor failed: no luck", message(ask(source, "a")));
    }
    assertTrue(message(ask(source, "a")).contains("is not asked until"));
    timeline.advance(Breaker.REST);
    assertTrue(
        message(ask(source, "a")).contains("failed: no luck"), "one question is let through");
    assertTrue(message(ask(source, "a")).contains("is not asked until"));
    broken[0] = false;
    timeline.advance(Breaker.REST);
    assertEquals(new MetricReading.Series(List.of(5000L)), ask(source, "a"));
    assertEquals(new MetricReading.Series(List.of(5000L)), ask(source, "a"));
  }

  @Test
  void errorsAreContained() {
    Source source =
        source(
            1,
            true,
            queries -> {
              throw new OutOfMemoryError("Java heap space");
            });
    assertEquals("the metrics provider vendor failed: Java heap space", message(ask(source, "a")));
    assertEquals(
        "the metrics provider vendor is not asked until 2026-01-01T00:01:00Z, because it failed with"
            + " OutOfMemoryError",
        message(ask(source, "b")));
  }

  /** Values without end, made while somebody looks. */
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
    MetricReading endless = new MetricReading.Series(new Endless());
    Source source = source(1, true, queries -> Map.of(queries.iterator().next(), endless));
    assertEquals(
        "the metrics provider vendor answered with more than 200000 values",
        message(ask(source, "a")));
  }

  /** Lists that compute what they hold may fail late; it is still the provider's failure. */
  @Test
  void valuesThatCannotBeLookedAtAreAFault() {
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
    MetricReading reading = new MetricReading.Series(broken);
    Source source = source(1, true, queries -> Map.of(queries.iterator().next(), reading));
    assertEquals("the metrics provider vendor failed: no luck", message(ask(source, "a")));
  }

  @Test
  void answersOfTheProviderAreNoFaults() {
    MetricFailure down =
        new MetricFailure(MetricFailure.Category.SOURCE_FAILED, "the server is down");
    Source source = source(1, true, queries -> Map.of(queries.iterator().next(), down));
    for (int i = 0; i < 3 * Breaker.FAULTS; i++) {
      assertEquals(down, ask(source, "a"));
    }
  }

  @Test
  void whatDoesNotFitIsToldAndNotPassedOn() {
    assertEquals(
        "the metrics provider vendor gave no answer",
        message(ask(source(1, true, queries -> Map.of()), "a")));
    assertEquals(
        "the metrics provider vendor answered another question: SingleValue",
        message(
            ask(
                source(
                    1,
                    true,
                    queries -> Map.of(queries.iterator().next(), new MetricReading.SingleValue(1))),
                "a")));
  }

  /** Pods may be there of which none has a value; what follows from that is the algorithm's. */
  @Test
  void noValuesAreAnAnswer() {
    MetricQuery pods =
        new MetricQuery.PodMetric("shop", Selector.everything(), "a", Selector.everything());
    MetricReading none = new MetricReading.PodValues(List.of());
    assertEquals(none, source(1, true, queries -> Map.of(pods, none)).ask(Set.of(pods)).get(pods));
  }

  @Test
  void theEndLetsNobodyWait() throws Exception {
    Source source = source(1, true, this::blocked);
    CompletableFuture<MetricResult> running = asking(source, "a");
    started.acquire();
    CompletableFuture<MetricResult> waiting = asking(source, "b");
    awaitWaiting(source, 1);
    source.close();
    for (CompletableFuture<MetricResult> each : List.of(running, waiting)) {
      ExecutionException end = assertThrows(ExecutionException.class, each::get);
      assertTrue(end.getCause() instanceof CancellationException, String.valueOf(end.getCause()));
    }
    assertThrows(CancellationException.class, () -> ask(source, "c"));
  }
}
