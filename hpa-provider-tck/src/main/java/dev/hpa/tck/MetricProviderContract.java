package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.Selector;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.PodNames;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.RestMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of {@link MetricProvider} and its factory as tests. An author extends this class and
 * supplies the factory and test data.
 *
 * <p>Each test runs on a new instance of the class with a new provider. Optional methods that are
 * not overridden cause skipped tests, with the reason.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class MetricProviderContract {

  private static final Duration MAX_AGE = Duration.ofDays(1);
  private static final int READERS = 16;
  private static final String NAMESPACE = "contract";

  private @Nullable ProviderContext context;
  private @Nullable MetricProvider provider;

  /** Returns a new factory. */
  protected abstract MetricProviderFactory factory();

  /** Returns the values of the settings, by name. Empty by default. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  /** Returns the API server of the provider. By default every request returns 404. */
  protected KubernetesApi api() {
    return new InMemoryApi();
  }

  /** Returns the timeline of the provider; closed after the test. By default real time. */
  protected Timeline timeline() {
    return Timeline.real();
  }

  /**
   * Returns the mapper of kinds to resources. By default it fails; a subject that maps kinds needs
   * one that reads the discovery documents of {@link #api}.
   */
  protected RestMapper restMapper() {
    return RestMapper.unavailable();
  }

  /** Returns the pods that the controller knows. None by default. */
  protected PodNames podNames() {
    return PodNames.NONE;
  }

  /**
   * Returns queries with the values that the source returns, in milli-units. At least one; use one
   * for each kind that the provider supports. For pods, names and numbers are compared.
   */
  protected abstract Map<MetricQuery, MetricReading> knownValues();

  /** Returns a valid query for which the source currently has no value. */
  protected abstract MetricQuery queryWithoutData();

  /** Returns a query for a metric that the source does not know. */
  protected abstract MetricQuery unknownQuery();

  /** Returns a query that is invalid for any source. */
  protected MetricQuery invalidQuery() {
    return abort("invalidQuery() is not overridden: the test needs an invalid query");
  }

  /** Makes the source fail from now on. */
  protected void breakSource() {
    abort("breakSource() is not overridden: the test needs a failing source");
  }

  /**
   * Makes the source accept requests without responding from now on.
   *
   * @return a latch that reaches zero when a read waits for the source
   */
  protected CountDownLatch blockSource() {
    return abort("blockSource() is not overridden: the test needs a source that does not respond");
  }

  /** Returns the number of requests that the source received. */
  protected int requests() {
    return abort("requests() is not overridden: the test needs the number of requests");
  }

  /** Returns how long a read may run after an interrupt, and a thread after close. Default 30 s. */
  protected Duration shutdownTimeout() {
    return Duration.ofSeconds(30);
  }

  /** Waits until a new provider can answer. Returns at once by default. */
  protected void awaitReady(MetricProvider created) throws InterruptedException {}

  @AfterEach
  final void release() {
    if (provider != null) {
      provider.close();
    }
    if (context != null) {
      context.timeline().close();
    }
  }

  private ProviderContext context() {
    if (context == null) {
      context =
          new ProviderContext(api(), timeline(), restMapper())
              .with(podNames())
              .with(ProviderSettings.of(factory().settings(), settings()));
    }
    return context;
  }

  private MetricProvider provider() {
    if (provider == null) {
      provider = created(factory());
    }
    return provider;
  }

  private MetricProvider created(MetricProviderFactory factory) {
    MetricProvider created = factory.create(context());
    try {
      awaitReady(created);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return created;
  }

  private Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    return provider().read(queries);
  }

  private MetricResult read(MetricQuery query) {
    return resultOf(query, read(List.of(query)));
  }

  private static MetricResult resultOf(MetricQuery query, Map<MetricQuery, MetricResult> results) {
    MetricResult result = results.get(query);
    return result == null ? fail(query + ": no result") : result;
  }

  private List<MetricQuery> mixed() {
    List<MetricQuery> queries = new ArrayList<>();
    queries.add(queryWithoutData());
    queries.addAll(knownValues().keySet());
    queries.add(unknownQuery());
    queries.addAll(ofUndeclaredKinds());
    return queries.stream().distinct().toList();
  }

  private List<MetricQuery> ofUndeclaredKinds() {
    Set<MetricQuery.Kind> kinds = factory().kinds();
    Selector all = Selector.everything();
    return Stream.<MetricQuery>of(
            new MetricQuery.PodResource(NAMESPACE, all, "cpu", null),
            new MetricQuery.PodMetric(NAMESPACE, all, "hits", all),
            new MetricQuery.ObjectMetric(
                NAMESPACE, new CrossVersionObjectReference("Service", "web", "v1"), "hits", all),
            new MetricQuery.ExternalMetric(NAMESPACE, "hits", all, null))
        .filter(each -> !kinds.contains(each.kind()))
        .toList();
  }

  private static MetricFailure failed(Category category, MetricQuery query, MetricResult result) {
    if (result instanceof MetricFailure failure) {
      assertEquals(category, failure.category(), "failure category of " + query);
      return failure;
    }
    return fail(query + ": expected " + category + ", but was " + result);
  }

  @Test
  final void nameHasLettersDigitsAndDashes() {
    Declarations.checkName("provider", factory().name());
  }

  @Test
  final void kindsAreDeclared() {
    assertFalse(factory().kinds().isEmpty(), "kinds() is empty; declare the supported kinds");
    knownValues()
        .keySet()
        .forEach(
            query ->
                assertTrue(
                    factory().kinds().contains(query.kind()),
                    query + ": supported, but kinds() lacks " + query.kind()));
  }

  @Test
  final void settingsAreWellFormed() {
    Declarations.checkSettings(factory().settings());
  }

  @Test
  final void factoryIsRegistered() {
    Declarations.checkIsRegistered(MetricProviderFactory.class, factory().getClass());
  }

  @Test
  final void factoryConstructorStartsNoThread() throws Exception {
    Declarations.checkIsCheap(MetricProviderFactory.class, factory().getClass());
  }

  @Test
  final void everyQueryHasOneResult() {
    List<MetricQuery> queries = mixed();
    assertEquals(new HashSet<>(queries), read(queries).keySet(), "queries with results");
    assertEquals(Map.of(), read(List.of()), "results without queries");
  }

  @Test
  final void readingTypesMatchTheirQueries() {
    read(knownValues().keySet())
        .forEach(
            (query, result) ->
                assertTrue(
                    !(result instanceof MetricReading reading) || matches(query, reading),
                    query + ": unexpected result type " + result.getClass().getSimpleName()));
  }

  private static boolean matches(MetricQuery query, MetricReading reading) {
    return switch (query.kind()) {
      case POD_RESOURCE, POD_METRIC -> reading instanceof MetricReading.PodValues;
      case OBJECT_METRIC -> reading instanceof MetricReading.SingleValue;
      case EXTERNAL_METRIC -> reading instanceof MetricReading.Series;
    };
  }

  @Test
  final void valuesAreInMilliUnits() {
    assertFalse(knownValues().isEmpty(), "knownValues() is empty; return at least one query");
    knownValues().forEach((query, expected) -> checkValues(query, expected, read(query)));
  }

  private static void checkValues(MetricQuery query, MetricReading expected, MetricResult result) {
    if (!(result instanceof MetricReading reading)) {
      fail(query + ": expected " + expected + ", but was " + result);
    } else if (matches(query, reading)) {
      assertFalse(
          !numbers(reading, 1).equals(numbers(expected, 1))
              && numbers(reading, 1000).equals(numbers(expected, 1)),
          query + ": whole units instead of milli-units: " + reading);
      assertEquals(numbers(expected, 1), numbers(reading, 1), "values of " + query);
    }
  }

  @Test
  final void timestampsAreThoseOfTheMeasurement() {
    Instant now = context().timeline().now();
    read(knownValues().keySet())
        .forEach(
            (query, result) ->
                timestamps(result)
                    .filter(each -> Duration.between(each, now).abs().compareTo(MAX_AGE) > 0)
                    .forEach(
                        each ->
                            fail(
                                query
                                    + ": the timestamp "
                                    + each
                                    + " is far from "
                                    + now
                                    + ", the time of the timeline; state when it was measured")));
  }

  private static Stream<Instant> timestamps(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> Stream.empty();
      case MetricReading.SingleValue single -> Stream.ofNullable(single.timestamp());
      case MetricReading.Series series -> Stream.ofNullable(series.timestamp());
      case MetricReading.PodValues pods -> pods.values().stream().map(PodValue::timestamp);
    };
  }

  /** Returns the numbers of a reading, multiplied by a factor. */
  private static Object numbers(MetricReading reading, long factor) {
    return switch (reading) {
      case MetricReading.SingleValue single -> single.milli() * factor;
      case MetricReading.Series series ->
          series.milli().stream().map(each -> each * factor).toList();
      case MetricReading.PodValues pods -> {
        Map<String, Long> values = new TreeMap<>();
        for (PodValue each : pods.values()) {
          values.put(each.pod(), each.milli() * factor);
        }
        yield values;
      }
    };
  }

  @Test
  final void resultsDoNotDependOnOtherQueries() {
    List<MetricQuery> queries = mixed();
    Map<MetricQuery, MetricResult> together = read(queries);
    for (MetricQuery query : queries) {
      assertEquals(
          comparable(read(query)),
          comparable(resultOf(query, together)),
          "result of " + query + " alone and with other queries");
    }
  }

  /** Returns the part of a result that is equal for equal queries. */
  private static Object comparable(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> failure.category();
      case MetricReading reading -> numbers(reading, 1);
    };
  }

  @Test
  final void batchNeedsNoMoreRequestsThanSingleQueries() {
    Map<String, Set<MetricQuery>> byNamespace = new TreeMap<>();
    for (MetricQuery query : mixed()) {
      byNamespace.computeIfAbsent(query.namespace(), any -> new LinkedHashSet<>()).add(query);
    }
    // A provider may learn the division into batches from the first reads.
    byNamespace.values().forEach(queries -> batches(queries).forEach(this::read));
    for (Set<MetricQuery> queries : byNamespace.values()) {
      for (Set<MetricQuery> batch : batches(queries)) {
        int before = requests();
        batch.forEach(this::read);
        int alone = requests() - before;
        read(batch);
        int together = requests() - before - alone;
        assertTrue(
            together <= alone,
            batch + ": " + together + " requests, but " + alone + " for single queries");
      }
    }
  }

  private Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    Collection<Set<MetricQuery>> batches = provider().batches(queries);
    Set<MetricQuery> divided = new HashSet<>();
    for (Set<MetricQuery> batch : batches) {
      assertTrue(queries.containsAll(batch), batch + ": contains queries that were not passed");
      batch.forEach(each -> assertTrue(divided.add(each), each + ": in more than one batch"));
    }
    return batches;
  }

  @Test
  final void concurrentReadsReturnTheSameResults() throws Exception {
    List<MetricQuery> queries = mixed();
    Map<MetricQuery, Object> alone = comparables(read(queries));
    CountDownLatch start = new CountDownLatch(READERS);
    List<Future<Map<MetricQuery, Object>>> answers = new ArrayList<>();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < READERS; i++) {
        answers.add(
            readers.submit(
                () -> {
                  start.countDown();
                  start.await();
                  return comparables(read(queries));
                }));
      }
    }
    for (Future<Map<MetricQuery, Object>> each : answers) {
      assertEquals(alone, each.get(), "results of one of " + READERS + " concurrent readers");
    }
  }

  private static Map<MetricQuery, Object> comparables(Map<MetricQuery, MetricResult> results) {
    Map<MetricQuery, Object> comparables = new LinkedHashMap<>();
    results.forEach((query, result) -> comparables.put(query, comparable(result)));
    return comparables;
  }

  @Test
  final void missingValueFailsWithNoData() {
    failed(Category.NO_DATA, queryWithoutData(), read(queryWithoutData()));
  }

  @Test
  final void unknownMetricFails() {
    assertInstanceOf(MetricFailure.class, read(unknownQuery()), "result of an unknown metric");
  }

  @Test
  final void invalidQueryFailsWithInvalidQuery() {
    MetricQuery invalid = invalidQuery();
    MetricFailure failure = failed(Category.INVALID_QUERY, invalid, read(invalid));
    Declarations.checkLine("message of an invalid query", failure.message());
  }

  @Test
  final void undeclaredKindFailsWithUnsupportedQuery() {
    List<MetricQuery> others = ofUndeclaredKinds();
    assumeFalse(others.isEmpty(), "the provider supports all kinds of queries");
    others.forEach(each -> failed(Category.UNSUPPORTED_QUERY, each, read(each)));
  }

  @Test
  final void failedSourceFailsWithSourceFailed() {
    Set<MetricQuery> queries = knownValues().keySet();
    read(queries);
    breakSource();
    for (MetricQuery query : queries) {
      MetricFailure failure = failed(Category.SOURCE_FAILED, query, readFromFailedSource(query));
      Declarations.checkLine("message of a failed source", failure.message());
    }
  }

  private MetricResult readFromFailedSource(MetricQuery query) {
    try {
      return read(query);
    } catch (RuntimeException thrown) {
      return fail(
          "failed source: the provider threw " + thrown + "; return a failure instead", thrown);
    }
  }

  @Test
  final void failureMessagesAreOneLine() {
    read(mixed())
        .forEach(
            (query, result) -> {
              if (result instanceof MetricFailure failure) {
                Declarations.checkLine("message of " + query, failure.message());
              }
            });
  }

  @Test
  final void interruptEndsARead() throws InterruptedException {
    read(knownValues().keySet());
    CountDownLatch waiting = blockSource();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .uncaughtExceptionHandler((thread, failure) -> {})
            .start(() -> read(knownValues().keySet()));
    assertTrue(waiting.await(1, TimeUnit.MINUTES), "no read waits for the blocked source");
    reader.interrupt();
    assertTrue(
        reader.join(shutdownTimeout()), "the read did not end after an interrupt of its thread");
  }

  @Test
  final void closeStopsAllThreads() throws Exception {
    ProviderContext given = context();
    MetricProviderFactory factory = factory();
    // the thread of the timeline is not one of the provider
    given.timeline().schedule(Duration.ZERO, () -> {});
    ThreadLeakDetector watch = new ThreadLeakDetector();
    watch.run(
        () -> {
          try (MetricProvider watched = factory.create(given)) {
            awaitReady(watched);
            return watched.read(knownValues().keySet());
          }
        });
    assertEquals(
        List.of(), watch.remaining(shutdownTimeout()), "threads of the provider after close()");
  }

  @Test
  final void readAfterCloseReturnsOrIsRefused() {
    Set<MetricQuery> queries = knownValues().keySet();
    MetricProvider closed = created(factory());
    closed.close();
    try {
      assertEquals(queries, closed.read(queries).keySet(), "queries with results after close()");
    } catch (IllegalStateException refused) {
      Declarations.checkLine(
          "message of a read after close()", String.valueOf(refused.getMessage()));
    } catch (RuntimeException other) {
      fail("read after close(): unexpected exception " + other, other);
    }
  }

  @Test
  final void providersAreIndependent() {
    MetricProviderFactory factory = factory();
    Set<MetricQuery> queries = knownValues().keySet();
    MetricProvider first = created(factory);
    Map<MetricQuery, Object> answers = comparables(first.read(queries));
    provider = created(factory);
    first.close();
    assertEquals(answers, comparables(read(queries)), "results after close() of another provider");
  }
}
