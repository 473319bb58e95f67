package dev.hpa.conformance.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.Selector;
import dev.hpa.conformance.ContractRun;
import dev.hpa.conformance.Flaw;
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

/** Every check lets a sound provider pass and notices the one flaw it is there for. */
class MetricProviderContractTest {

  private static final List<Flaw> FLAWS =
      List.of(
          new Flaw(
              BadName.class,
              "theNameIsLettersDigitsAndDashes",
              "the name \"Sample_1\" is not lower-case letters, digits and dashes"),
          new Flaw(NoKinds.class, "kindsAreNamed", "the factory names no kind of query"),
          new Flaw(TwoOfAName.class, "settingsAreWellFormed", "two settings are named \"depth\""),
          new Flaw(
              Unregistered.class,
              "theFactoryIsRegistered",
              "is not in META-INF/services/dev.hpa.spi.MetricProviderFactory"),
          new Flaw(
              Hasty.class,
              "theConstructorOfTheFactoryDoesNothing",
              "the threads the factory's constructor started ==> expected: <[]> but was: <[hasty]>"),
          new Flaw(Talkative.class, "everyQueryHasOneResult", "the queries with results"),
          new Flaw(Unfitting.class, "readingsFitTheirQueries", "is answered with a SingleValue"),
          new Flaw(
              WholeUnits.class,
              "knownValuesAreReadInMilliUnits",
              "is answered in whole units and not in milli-units"),
          new Flaw(
              OffByOne.class,
              "knownValuesAreReadInMilliUnits",
              "expected: <[7000]> but was: <[7001]>"),
          new Flaw(Touchy.class, "noQueryDisturbsAnother", "alone and among others"),
          new Flaw(
              Wasteful.class, "aBatchCostsNoMoreThanItsQueriesAlone", "and its queries alone cost"),
          new Flaw(Choosy.class, "manyMayReadAtOnce", "the answers to one of 16 readers"),
          new Flaw(
              EmptyList.class,
              "noDataIsAFailureAndNoEmptyList",
              "is answered with PodValues[values=[]] and not with NO_DATA"),
          new Flaw(MakesUp.class, "theUnknownHasNoValue", "the answer to a query for the unknown"),
          new Flaw(
              Shrugging.class,
              "wrongQuestionsAreInvalid",
              "expected: <INVALID_QUERY> but was: <NO_DATA>"),
          new Flaw(
              Blaming.class,
              "otherKindsAreNotAvailable",
              "expected: <NOT_AVAILABLE> but was: <SOURCE_FAILED>"),
          new Flaw(
              Throwing.class,
              "aBrokenSourceIsAFailureAndNoException",
              "a broken source is told by an exception: java.lang.IllegalStateException: broken"),
          new Flaw(TwoLines.class, "messagesAreOneLine", "is not one line: first\nsecond"),
          new Flaw(
              Stubborn.class,
              "anInterruptEndsARead",
              "the read goes on although its thread was interrupted"),
          new Flaw(
              Leaking.class,
              "closeLeavesNoThread",
              "threads of the provider after close() ==> expected: <[]> but was: <[leak]>"),
          new Flaw(
              Breaking.class,
              "aReadAfterCloseAnswersOrRefuses",
              "a read after close() throws java.lang.NullPointerException"),
          new Flaw(
              Entangled.class,
              "providersAreIndependent",
              "the answers after another provider's close()"));

  @TestFactory
  Stream<DynamicTest> aFlawFailsTheCheckThatIsThereForIt() {
    return Flaw.tests(FLAWS);
  }

  @Test
  void aSoundProviderPasses() {
    ContractRun run = ContractRun.of(Sample.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(FLAWS), run.passed().keySet());
  }

  @Test
  void aDefaultOfTheWrongTypeFailsTheSettings() {
    assertEquals(
        "the default of a setting is none: wait: \"soon\" is not a duration; write it like 30s or 1m30s",
        ContractRun.of(BadDefault.class).failed().get("settingsAreWellFormed"));
  }

  @Test
  void whatTheAuthorLeavesOutIsSkippedWithTheReason() {
    assertEquals(
        Map.of(
            "wrongQuestionsAreInvalid",
            "wrong() is not overridden: no query is known that only an edit" + " could help",
            "aBrokenSourceIsAFailureAndNoException",
            "breakSource() is not overridden: the source cannot be made to fail",
            "anInterruptEndsARead",
            "silenceSource() is not overridden: the source cannot be made to" + " hang",
            "aBatchCostsNoMoreThanItsQueriesAlone",
            "requests() is not overridden: nobody counts the requests to the" + " source"),
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
    return new MetricReading.PodValues(
        IntStream.range(0, numbers.length)
            .mapToObj(i -> new PodValue("pod-" + i, Instant.EPOCH, Duration.ZERO, numbers[i]))
            .toList());
  }

  /** An author who overrides as little as possible. */
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

    MetricProvider flawed(MetricProvider sound) {
      return sound;
    }

    @Override
    protected KubernetesApi api() {
      return api;
    }

    @Override
    protected Map<MetricQuery, MetricReading> known() {
      return Map.of(HITS, pods(1500, 250), DEPTH, new MetricReading.Series(List.of(7000L)));
    }

    @Override
    protected MetricQuery withoutData() {
      return IDLE;
    }

    @Override
    protected MetricQuery unknown() {
      return UNKNOWN;
    }
  }

  /** An author who overrides everything. */
  static class Sample extends Sparse {
    @Override
    protected MetricQuery wrong() {
      return new MetricQuery.PodMetric("shop", ALL, "", ALL);
    }

    @Override
    protected void breakSource() {
      api.fail();
    }

    @Override
    protected CountDownLatch silenceSource() {
      return api.fallSilent();
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
    MetricProvider flawed(MetricProvider sound) {
      return queries -> alter(sound.read(queries), this::altered);
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
          : new MetricFailure(Category.NOT_AVAILABLE, "only the shop is measured");
    }
  }

  static final class TwoOfAName extends Sample {
    @Override
    List<Setting> declared() {
      Setting depth = Setting.optional("depth", Setting.Type.WHOLE_NUMBER, "how deep");
      return List.of(depth, depth);
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

  /** Answers a question nobody asked, when there are many. */
  static final class Talkative extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = new LinkedHashMap<>(sound.read(queries));
        if (queries.size() > known().size()) {
          MetricQuery other = new MetricQuery.ExternalMetric("bank", "depth", ALL, null);
          results.put(other, new MetricReading.Series(List.of(1L)));
        }
        return results;
      };
    }
  }

  static final class Unfitting extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.PodValues ? new MetricReading.SingleValue(1) : result;
    }
  }

  static final class WholeUnits extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.Series
          ? new MetricReading.Series(List.of(7L))
          : result;
    }
  }

  static final class OffByOne extends Altered {
    @Override
    MetricResult altered(MetricQuery query, MetricResult result) {
      return result instanceof MetricReading.Series
          ? new MetricReading.Series(List.of(7001L))
          : result;
    }
  }

  /** Answers nothing when it cannot answer all. */
  static final class Touchy extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = sound.read(queries);
        MetricFailure failure = new MetricFailure(Category.NO_DATA, "something is missing");
        return queries.contains(IDLE) && queries.contains(HITS)
            ? alter(results, (query, result) -> failure)
            : results;
      };
    }
  }

  /** Puts together what cannot share a request, and asks for it twice. */
  static final class Wasteful extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      return new MetricProvider() {
        @Override
        public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
          if (queries.size() > 1) {
            sound.read(queries);
          }
          return sound.read(queries);
        }

        @Override
        public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
          return List.of(queries);
        }
      };
    }
  }

  /** Serves one sort of threads only. */
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
      return query.equals(UNKNOWN) ? new MetricReading.Series(List.of(0L)) : result;
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
      return is(Category.NOT_AVAILABLE, result)
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

  /** Goes on for ever when it is interrupted. */
  static final class Stubborn extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      return queries -> {
        Map<MetricQuery, MetricResult> results = sound.read(queries);
        if (Thread.interrupted()) {
          new CompletableFuture<Void>().join();
        }
        return results;
      };
    }

    @Override
    protected Duration patience() {
      return Duration.ofMillis(10);
    }
  }

  static final class Leaking extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      Thread.ofPlatform().name("leak").daemon().start(new CompletableFuture<Void>()::join);
      return sound;
    }

    @Override
    protected Duration patience() {
      return Duration.ofMillis(10);
    }
  }

  /** A provider that does something when it is closed. */
  private record Closing(MetricProvider sound, Runnable onClose, Runnable onRead)
      implements MetricProvider {
    @Override
    public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
      onRead.run();
      return sound.read(queries);
    }

    @Override
    public void close() {
      onClose.run();
    }
  }

  static final class Breaking extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      AtomicBoolean closed = new AtomicBoolean();
      return new Closing(
          sound,
          () -> closed.set(true),
          () -> {
            if (closed.get()) {
              throw new NullPointerException();
            }
          });
    }
  }

  /** All providers share what the first one closes. */
  static final class Entangled extends Sample {
    @Override
    MetricProvider flawed(MetricProvider sound) {
      return new Closing(sound, api::fail, () -> {});
    }
  }
}
