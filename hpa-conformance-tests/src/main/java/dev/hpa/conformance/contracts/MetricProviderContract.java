package dev.hpa.conformance.contracts;

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
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ProviderSettings;
import java.time.Duration;
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
 * What every {@link MetricProvider} and its factory have to do, as tests. An author extends this
 * class, says how the provider is made and what its source knows, and gets one test per rule.
 *
 * <p>Each test runs on an instance of its own with a provider of its own; what an author keeps in
 * fields is fresh for each. Methods that are not overridden although they could be lead to skipped
 * tests, each with the reason.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class MetricProviderContract {

  private static final int READERS = 16;
  private static final String ELSEWHERE = "contract";

  private @Nullable ProviderContext context;
  private @Nullable MetricProvider provider;

  /** The factory, new. */
  protected abstract MetricProviderFactory factory();

  /** Values for the factory's settings, by name. None by default. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  /** The API server the provider is given. By default one that knows nothing. */
  protected KubernetesApi api() {
    return new InMemoryApi();
  }

  /** The time the provider is given; closed after the test. By default real time. */
  protected Timeline timeline() {
    return Timeline.real();
  }

  /**
   * Queries the source has values for, with the values. Not empty, and best with one of each kind
   * the provider answers. Of values per pod the names of the pods and the numbers are compared.
   */
  protected abstract Map<MetricQuery, MetricReading> known();

  /** A sensible query for which the source has no value at the moment. */
  protected abstract MetricQuery withoutData();

  /** A query for something the source has never heard of. */
  protected abstract MetricQuery unknown();

  /** A query that no source could answer. */
  protected MetricQuery wrong() {
    return abort("wrong() is not overridden: no query is known that only an edit could help");
  }

  /** Makes the source break or refuse from now on. */
  protected void breakSource() {
    abort("breakSource() is not overridden: the source cannot be made to fail");
  }

  /**
   * Makes the source accept requests and not answer them from now on.
   *
   * @return reaches zero when a read waits for the source
   */
  protected CountDownLatch silenceSource() {
    return abort("silenceSource() is not overridden: the source cannot be made to hang");
  }

  /** How many requests the source has had. */
  protected int requests() {
    return abort("requests() is not overridden: nobody counts the requests to the source");
  }

  /** How long a read may go on after an interrupt, and a thread after close. By default 30 s. */
  protected Duration patience() {
    return Duration.ofSeconds(30);
  }

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
          new ProviderContext(api(), timeline(), new CachedRestMapper(api(), timeline()::now))
              .with(ProviderSettings.of(factory().settings(), settings()));
    }
    return context;
  }

  private MetricProvider provider() {
    if (provider == null) {
      provider = factory().create(context());
    }
    return provider;
  }

  private Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    return provider().read(queries);
  }

  private MetricResult read(MetricQuery query) {
    return resultOf(query, read(List.of(query)));
  }

  private static MetricResult resultOf(MetricQuery query, Map<MetricQuery, MetricResult> results) {
    MetricResult result = results.get(query);
    return result == null ? fail(query + " has no result") : result;
  }

  private List<MetricQuery> mixed() {
    List<MetricQuery> queries = new ArrayList<>();
    queries.add(withoutData());
    queries.addAll(known().keySet());
    queries.add(unknown());
    queries.addAll(ofOtherKinds());
    return queries.stream().distinct().toList();
  }

  private List<MetricQuery> ofOtherKinds() {
    Set<MetricQuery.Kind> kinds = factory().kinds();
    Selector all = Selector.everything();
    return Stream.<MetricQuery>of(
            new MetricQuery.PodResource(ELSEWHERE, all, "cpu", null),
            new MetricQuery.PodMetric(ELSEWHERE, all, "hits", all),
            new MetricQuery.ObjectMetric(
                ELSEWHERE, new CrossVersionObjectReference("Service", "web", "v1"), "hits", all),
            new MetricQuery.ExternalMetric(ELSEWHERE, "hits", all, null))
        .filter(each -> !kinds.contains(each.kind()))
        .toList();
  }

  private static MetricFailure failed(Category category, MetricQuery query, MetricResult result) {
    if (result instanceof MetricFailure failure) {
      assertEquals(category, failure.category(), "category of the failure of " + query);
      return failure;
    }
    return fail(query + " is answered with " + result + " and not with " + category);
  }

  @Test
  final void theNameIsLettersDigitsAndDashes() {
    Declarations.checkName("the name", factory().name());
  }

  @Test
  final void kindsAreNamed() {
    assertFalse(factory().kinds().isEmpty(), "the factory names no kind of query");
    known()
        .keySet()
        .forEach(
            query ->
                assertTrue(
                    factory().kinds().contains(query.kind()),
                    query + " is answered, but " + query.kind() + " is not among the kinds"));
  }

  @Test
  final void settingsAreWellFormed() {
    Declarations.checkSettings(factory().settings());
  }

  @Test
  final void theFactoryIsRegistered() {
    Declarations.checkIsRegistered(MetricProviderFactory.class, factory().getClass());
  }

  @Test
  final void theConstructorOfTheFactoryDoesNothing() throws Exception {
    Declarations.checkIsCheap(MetricProviderFactory.class, factory().getClass());
  }

  @Test
  final void everyQueryHasOneResult() {
    List<MetricQuery> queries = mixed();
    assertEquals(new HashSet<>(queries), read(queries).keySet(), "the queries with results");
    assertEquals(Map.of(), read(List.of()), "the results of no query");
  }

  @Test
  final void readingsFitTheirQueries() {
    read(known().keySet())
        .forEach(
            (query, result) ->
                assertTrue(
                    !(result instanceof MetricReading reading) || fits(query, reading),
                    query + " is answered with a " + result.getClass().getSimpleName()));
  }

  private static boolean fits(MetricQuery query, MetricReading reading) {
    return switch (query.kind()) {
      case POD_RESOURCE, POD_METRIC -> reading instanceof MetricReading.PodValues;
      case OBJECT_METRIC -> reading instanceof MetricReading.SingleValue;
      case EXTERNAL_METRIC -> reading instanceof MetricReading.Series;
    };
  }

  @Test
  final void knownValuesAreReadInMilliUnits() {
    assertFalse(known().isEmpty(), "known() has no query to try");
    known().forEach((query, expected) -> checkValues(query, expected, read(query)));
  }

  private static void checkValues(MetricQuery query, MetricReading expected, MetricResult result) {
    if (!(result instanceof MetricReading reading)) {
      fail(query + " is answered with " + result + " and not with " + expected);
    } else if (fits(query, reading)) {
      assertFalse(
          !numbers(reading, 1).equals(numbers(expected, 1))
              && numbers(reading, 1000).equals(numbers(expected, 1)),
          query + " is answered in whole units and not in milli-units: " + reading);
      assertEquals(numbers(expected, 1), numbers(reading, 1), "the values of " + query);
    }
  }

  /** The numbers of a reading, multiplied. */
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
  final void noQueryDisturbsAnother() {
    List<MetricQuery> queries = mixed();
    Map<MetricQuery, MetricResult> together = read(queries);
    for (MetricQuery query : queries) {
      assertEquals(
          essence(read(query)),
          essence(resultOf(query, together)),
          "the answer to " + query + " alone and among others");
    }
  }

  /** What two answers to the same question have in common. */
  private static Object essence(MetricResult result) {
    return switch (result) {
      case MetricFailure failure -> failure.category();
      case MetricReading reading -> numbers(reading, 1);
    };
  }

  @Test
  final void aBatchCostsNoMoreThanItsQueriesAlone() {
    Map<String, Set<MetricQuery>> byNamespace = new TreeMap<>();
    for (MetricQuery query : mixed()) {
      byNamespace.computeIfAbsent(query.namespace(), any -> new LinkedHashSet<>()).add(query);
    }
    // The provider may learn from the first round how to divide queries.
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
            batch + " costs " + together + " requests, and its queries alone cost " + alone);
      }
    }
  }

  private Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    Collection<Set<MetricQuery>> batches = provider().batches(queries);
    Set<MetricQuery> divided = new HashSet<>();
    for (Set<MetricQuery> batch : batches) {
      assertTrue(queries.containsAll(batch), batch + " holds queries that were not given");
      batch.forEach(each -> assertTrue(divided.add(each), each + " is in two batches"));
    }
    return batches;
  }

  @Test
  final void manyMayReadAtOnce() throws Exception {
    List<MetricQuery> queries = mixed();
    Map<MetricQuery, Object> alone = essences(read(queries));
    CountDownLatch start = new CountDownLatch(READERS);
    List<Future<Map<MetricQuery, Object>>> answers = new ArrayList<>();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < READERS; i++) {
        answers.add(
            readers.submit(
                () -> {
                  start.countDown();
                  start.await();
                  return essences(read(queries));
                }));
      }
    }
    for (Future<Map<MetricQuery, Object>> each : answers) {
      assertEquals(alone, each.get(), "the answers to one of " + READERS + " readers");
    }
  }

  private static Map<MetricQuery, Object> essences(Map<MetricQuery, MetricResult> results) {
    Map<MetricQuery, Object> essences = new LinkedHashMap<>();
    results.forEach((query, result) -> essences.put(query, essence(result)));
    return essences;
  }

  @Test
  final void noDataIsAFailureAndNoEmptyList() {
    failed(Category.NO_DATA, withoutData(), read(withoutData()));
  }

  @Test
  final void theUnknownHasNoValue() {
    assertInstanceOf(MetricFailure.class, read(unknown()), "the answer to a query for the unknown");
  }

  @Test
  final void wrongQuestionsAreInvalid() {
    MetricQuery wrong = wrong();
    MetricFailure failure = failed(Category.INVALID_QUERY, wrong, read(wrong));
    Declarations.checkLine("the message of a wrong question", failure.message());
  }

  @Test
  final void otherKindsAreNotAvailable() {
    List<MetricQuery> others = ofOtherKinds();
    assumeFalse(others.isEmpty(), "the provider answers all kinds of queries");
    others.forEach(each -> failed(Category.NOT_AVAILABLE, each, read(each)));
  }

  @Test
  final void aBrokenSourceIsAFailureAndNoException() {
    Set<MetricQuery> queries = known().keySet();
    read(queries);
    breakSource();
    for (MetricQuery query : queries) {
      MetricFailure failure = failed(Category.SOURCE_FAILED, query, whenBroken(query));
      Declarations.checkLine("the message of a broken source", failure.message());
    }
  }

  private MetricResult whenBroken(MetricQuery query) {
    try {
      return read(query);
    } catch (RuntimeException thrown) {
      return fail("a broken source is told by an exception: " + thrown, thrown);
    }
  }

  @Test
  final void messagesAreOneLine() {
    read(mixed())
        .forEach(
            (query, result) -> {
              if (result instanceof MetricFailure failure) {
                Declarations.checkLine("the message about " + query, failure.message());
              }
            });
  }

  @Test
  final void anInterruptEndsARead() throws InterruptedException {
    read(known().keySet());
    CountDownLatch waiting = silenceSource();
    Thread reader =
        Thread.ofPlatform()
            .daemon()
            .uncaughtExceptionHandler((thread, failure) -> {})
            .start(() -> read(known().keySet()));
    assertTrue(waiting.await(1, TimeUnit.MINUTES), "no read waits for the silent source");
    reader.interrupt();
    assertTrue(reader.join(patience()), "the read goes on although its thread was interrupted");
  }

  @Test
  final void closeLeavesNoThread() throws Exception {
    ProviderContext given = context();
    MetricProviderFactory factory = factory();
    ThreadWatch watch = new ThreadWatch();
    watch.run(
        () -> {
          try (MetricProvider watched = factory.create(given)) {
            return watched.read(known().keySet());
          }
        });
    assertEquals(List.of(), watch.remaining(patience()), "threads of the provider after close()");
  }

  @Test
  final void aReadAfterCloseAnswersOrRefuses() {
    Set<MetricQuery> queries = known().keySet();
    MetricProvider closed = factory().create(context());
    closed.close();
    try {
      assertEquals(
          queries, closed.read(queries).keySet(), "the queries with results after close()");
    } catch (IllegalStateException refused) {
      Declarations.checkLine("the refusal after close()", String.valueOf(refused.getMessage()));
    } catch (RuntimeException other) {
      fail("a read after close() throws " + other, other);
    }
  }

  @Test
  final void providersAreIndependent() {
    MetricProviderFactory factory = factory();
    Set<MetricQuery> queries = known().keySet();
    MetricProvider first = factory.create(context());
    Map<MetricQuery, Object> answers = essences(first.read(queries));
    provider = factory.create(context());
    first.close();
    assertEquals(answers, essences(read(queries)), "the answers after another provider's close()");
  }
}
