package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Selector;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricFailure.Category;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.Setting;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A conformant provider passes every contract test; each defect fails exactly one. */
class MetricProviderContractTest {

  private static final List<Flaw> FLAWS =
      List.of(
          new Flaw(
              BadName.class,
              "nameHasLettersDigitsAndDashes",
              "provider \"Sample_1\": invalid; use lower-case letters, digits and dashes"),
          new Flaw(
              NoKinds.class, "kindsAreDeclared", "kinds() is empty; declare the supported kinds"),
          new Flaw(TwoOfAName.class, "settingsAreWellFormed", "setting \"depth\": declared twice"),
          new Flaw(
              OwnDeadline.class,
              "settingsAreWellFormed",
              "setting \"deadline\": every provider has it; use another name"),
          new Flaw(
              Unregistered.class,
              "factoryIsRegistered",
              "add it to META-INF/services/dev.hpa.spi.MetricProviderFactory"),
          new Flaw(
              Hasty.class,
              "factoryConstructorStartsNoThread",
              "threads that the constructor of the factory started ==> expected: <[]> but was:"
                  + " <[hasty]>"),
          new Flaw(Talkative.class, "everyQueryHasOneResult", "queries with results"),
          new Flaw(
              Unfitting.class,
              "readingTypesMatchTheirQueries",
              "unexpected result type SingleValue"),
          new Flaw(WholeUnits.class, "valuesAreInMilliUnits", "whole units instead of milli-units"),
          new Flaw(OffByOne.class, "valuesAreInMilliUnits", "expected: <[7000]> but was: <[7001]>"),
          new Flaw(
              Undated.class,
              "timestampsAreThoseOfTheMeasurement",
              "the timestamp 1970-01-01T00:00:00Z is far from "),
          new Flaw(
              Touchy.class, "resultsDoNotDependOnOtherQueries", "alone and with other queries"),
          new Flaw(
              Wasteful.class, "batchNeedsNoMoreRequestsThanSingleQueries", "for single queries"),
          new Flaw(
              Choosy.class,
              "concurrentReadsReturnTheSameResults",
              "results of one of 16 concurrent readers"),
          new Flaw(
              EmptyList.class,
              "missingValueFailsWithNoData",
              "expected NO_DATA, but was PodValues[values=[]]"),
          new Flaw(MakesUp.class, "unknownMetricFails", "result of an unknown metric"),
          new Flaw(
              Shrugging.class,
              "invalidQueryFailsWithInvalidQuery",
              "expected: <INVALID_QUERY> but was: <NO_DATA>"),
          new Flaw(
              Blaming.class,
              "undeclaredKindFailsWithUnsupportedQuery",
              "expected: <UNSUPPORTED_QUERY> but was: <SOURCE_FAILED>"),
          new Flaw(
              Throwing.class,
              "failedSourceFailsWithSourceFailed",
              "the provider threw java.lang.IllegalStateException: broken"),
          new Flaw(TwoLines.class, "failureMessagesAreOneLine", "is not one line: first\nsecond"),
          new Flaw(
              Stubborn.class,
              "interruptEndsARead",
              "the read did not end after an interrupt of its thread"),
          new Flaw(
              Leaking.class,
              "closeStopsAllThreads",
              "threads of the provider after close() ==> expected: <[]> but was: <[leak]>"),
          new Flaw(
              Breaking.class,
              "readAfterCloseReturnsOrIsRefused",
              "unexpected exception java.lang.NullPointerException"),
          new Flaw(
              Entangled.class,
              "providersAreIndependent",
              "results after close() of another provider"));

  @TestFactory
  Stream<DynamicTest> eachDefectFailsItsContractTest() {
    return Flaw.tests(FLAWS);
  }

  @Test
  void conformantProviderPasses() {
    ContractRun run = ContractRun.of(Sample.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(FLAWS), run.passed().keySet());
  }

  @Test
  void invalidDefaultFailsTheSettings() {
    assertEquals(
        "invalid default of a setting: wait: \"soon\" is not a duration; write it like 30s or 1m30s",
        ContractRun.of(BadDefault.class).failed().get("settingsAreWellFormed"));
  }

  @Test
  void missingOverridesAreSkippedWithAReason() {
    assertEquals(
        Map.of(
            "invalidQueryFailsWithInvalidQuery",
            "invalidQuery() is not overridden: the test needs an invalid query",
            "failedSourceFailsWithSourceFailed",
            "breakSource() is not overridden: the test needs a failing source",
            "interruptEndsARead",
            "blockSource() is not overridden: the test needs a source that does not respond",
            "batchNeedsNoMoreRequestsThanSingleQueries",
            "requests() is not overridden: the test needs the number of requests"),
        ContractRun.of(Sparse.class).skipped());
  }

  private static final Selector ALL = Selector.everything();
  private static final MetricQuery HITS = new MetricQuery.PodMetric("shop", ALL, "hits", ALL);
  private static final MetricQuery DEPTH =
      new MetricQuery.ExternalMetric("shop", "depth", ALL, null);
  private static final MetricQuery IDLE = new MetricQuery.PodMetric("shop", ALL, "idle", ALL);
  private static final MetricQuery UNKNOWN =
      new MetricQuery.ExternalMetric("shop", "unheard-of", ALL, null);

  private static MetricReading pods(long... numbers) {
    return MetricReading.PodValues.of(
        IntStream.range(0, numbers.length)
            .mapToObj(i -> PodValue.of("pod-" + i, Instant.EPOCH, Duration.ZERO, numbers[i]))
            .toList());
  }

  /** Overrides only the abstract methods. */
  static class Sparse extends MetricProviderContract {
    final InMemoryApi api =
        new InMemoryApi().answer("/hits", "1500,250").answer("/depth", "7000").answer("/idle", "");

    @Override
    protected MetricProviderFactory factory() {
      return new SampleProviderFactory(name(), kinds(), declared(), this::flawed);
    }

    String name() {
      return SampleProviderFactory.NAME;
    }

    Set<MetricQuery.Kind> kinds() {
      return SampleProviderFactory.KINDS;
    }

    List<Setting> declared() {
      return List.of();
    }

    MetricProvider flawed(MetricProvider conformant) {
      return conformant;
    }

    @Override
    protected KubernetesApi api() {
      return api;
    }

    @Override
    protected Map<MetricQuery, MetricReading> knownValues() {
      return Map.of(HITS, pods(1500, 250), DEPTH, MetricReading.Series.of(List.of(7000L)));
    }

    @Override
    protected MetricQuery queryWithoutData() {
      return IDLE;
    }

    @Override
    protected MetricQuery unknownQuery() {
      return UNKNOWN;
    }
  }

  /** Overrides all methods. */
  static class Sample extends Sparse {
    @Override
    protected MetricQuery invalidQuery() {
      return new MetricQuery.PodMetric("shop", ALL, "", ALL);
    }

    @Override
    protected void breakSource() {
      api.fail();
    }

    @Override
    protected CountDownLatch blockSource() {
      return api.stopResponding();
    }

    @Override
    protected int requests() {
      return api.requests();
    }
  }

  /** Changes single results. */
  abstract static class Altered extends Sample {
    abstract MetricResult altered(MetricQuery query, MetricResult result);

    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return queries -> alter(conformant.read(queries), this::altered);
    }
  }

  private static Map<MetricQuery, MetricResult> alter(
      Map<MetricQuery, MetricResult> results,
      BiFunction<MetricQuery, MetricResult, MetricResult> change) {
    Map<MetricQuery, MetricResult> altered = new LinkedHashMap<>(results);
    altered.replaceAll(change);
    return altered;
  }

  private static boolean is(Category category, MetricResult result) {
    return result instanceof MetricFailure failure && failure.category() == category;
  }

  static final class Undated extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return query.equals(HITS) && result instanceof MetricReading ? pods(1500, 250) : result;
    }
  }

  static final class BadName extends Sample {
    @Override
    String name() {
      return "Sample_1";
    }
  }

  static final class NoKinds extends Altered {
    @Override
    Set<MetricQuery.Kind> kinds() {
      return Set.of();
    }

    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return query.namespace().equals("shop")
          ? result
          : new MetricFailure(Category.UNSUPPORTED_QUERY, "only the shop is measured");
    }
  }

  static final class TwoOfAName extends Sample {
    @Override
    List<Setting> declared() {
      Setting depth = Setting.optional("depth", Setting.Type.WHOLE_NUMBER, "how deep");
      return List.of(depth, depth);
    }
  }

  static final class OwnDeadline extends Sample {
    @Override
    List<Setting> declared() {
      return List.of(Setting.optional("deadline", Setting.Type.DURATION, "how long"));
    }
  }

  static final class BadDefault extends Sample {
    @Override
    List<Setting> declared() {
      return List.of(Setting.withDefault("wait", Setting.Type.DURATION, "soon", "how long"));
    }
  }

  static final class Unregistered extends Sample {
    @Override
    protected MetricProviderFactory factory() {
      return new SampleProviderFactory() {};
    }
  }

  static final class Hasty extends Sample {
    @Override
    protected MetricProviderFactory factory() {
      return new HastyProviderFactory();
    }
  }

  /** Returns a result without a query in large batches. */
  static final class Talkative extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = new LinkedHashMap<>(conformant.read(queries));
        if (queries.size() > knownValues().size()) {
          MetricQuery other = new MetricQuery.ExternalMetric("bank", "depth", ALL, null);
          results.put(other, MetricReading.Series.of(List.of(1L)));
        }
        return results;
      };
    }
  }

  static final class Unfitting extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.PodValues ? MetricReading.SingleValue.of(1) : result;
    }
  }

  static final class WholeUnits extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.Series ? MetricReading.Series.of(List.of(7L)) : result;
    }
  }

  static final class OffByOne extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.Series
          ? MetricReading.Series.of(List.of(7001L))
          : result;
    }
  }

  /** Fails all queries of a batch if one has no value. */
  static final class Touchy extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = conformant.read(queries);
        MetricFailure failure = new MetricFailure(Category.NO_DATA, "something is missing");
        return queries.contains(IDLE) && queries.contains(HITS)
            ? alter(results, (query, result) -> failure)
            : results;
      };
    }
  }

  /** Combines queries in one batch and reads it twice. */
  static final class Wasteful extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return new MetricProvider() {
        @Override
        public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
          if (queries.size() > 1) {
            conformant.read(queries);
          }
          return conformant.read(queries);
        }

        @Override
        public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
          return List.of(queries);
        }
      };
    }
  }

  /** Fails on virtual threads. */
  static final class Choosy extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return Thread.currentThread().isVirtual()
          ? new MetricFailure(Category.SOURCE_FAILED, "wrong thread")
          : result;
    }
  }

  static final class EmptyList extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return query.equals(IDLE) ? pods() : result;
    }
  }

  static final class MakesUp extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return query.equals(UNKNOWN) ? MetricReading.Series.of(List.of(0L)) : result;
    }
  }

  static final class Shrugging extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return is(Category.INVALID_QUERY, result)
          ? new MetricFailure(Category.NO_DATA, "nothing there")
          : result;
    }
  }

  static final class Blaming extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return is(Category.UNSUPPORTED_QUERY, result)
          ? new MetricFailure(Category.SOURCE_FAILED, "no such kind")
          : result;
    }
  }

  static final class Throwing extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      if (is(Category.SOURCE_FAILED, result)) {
        throw new IllegalStateException("broken");
      }
      return result;
    }
  }

  static final class TwoLines extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return is(Category.NO_DATA, result)
          ? new MetricFailure(Category.NO_DATA, "first\nsecond")
          : result;
    }
  }

  /** Blocks indefinitely when it is interrupted. */
  static final class Stubborn extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = conformant.read(queries);
        if (Thread.interrupted()) {
          new CompletableFuture<Void>().join();
        }
        return results;
      };
    }

    @Override
    protected Duration shutdownTimeout() {
      return Duration.ofMillis(10);
    }
  }

  static final class Leaking extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      Thread.ofPlatform().name("leak").daemon().start(new CompletableFuture<Void>()::join);
      return conformant;
    }

    @Override
    protected Duration shutdownTimeout() {
      return Duration.ofMillis(10);
    }
  }

  /** A provider with callbacks for close and read. */
  private record Closing(MetricProvider conformant, Runnable onClose, Runnable onRead)
      implements MetricProvider {
    @Override
    public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
      onRead.run();
      return conformant.read(queries);
    }

    @Override
    public void close() {
      onClose.run();
    }
  }

  static final class Breaking extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      AtomicBoolean closed = new AtomicBoolean();
      return new Closing(
          conformant,
          () -> closed.set(true),
          () -> {
            if (closed.get()) {
              throw new NullPointerException();
            }
          });
    }
  }

  /** All providers share a resource that the first one closes. */
  static final class Entangled extends Sample {
    @Override
    MetricProvider flawed(MetricProvider conformant) {
      return new Closing(conformant, api::fail, () -> {});
    }
  }
}
