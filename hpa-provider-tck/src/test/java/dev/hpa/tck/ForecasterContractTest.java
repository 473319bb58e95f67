package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A conformant forecaster passes every contract test; each defect fails exactly one. */
class ForecasterContractTest {

  private static final List<Flaw> FLAWS =
      List.of(
          new Flaw(
              BadName.class,
              "nameHasLettersDigitsAndDashes",
              "forecaster \"Sample\": invalid; use lower-case letters, digits and dashes"),
          new Flaw(
              Unregistered.class,
              "forecasterIsRegistered",
              "add it to META-INF/services/dev.hpa.spi.Forecaster"),
          new Flaw(
              Hasty.class,
              "constructorStartsNoThread",
              "threads that the constructor of the factory started ==> expected: <[]>"),
          new Flaw(Counting.class, "equalPastsHaveEqualForecasts", "second forecast of the same"),
          new Flaw(
              Reluctant.class, "aWeekOfSamplesIsEnough", "there is no forecast from 7 seasons"),
          new Flaw(Hungry.class, "shortPastsAreAccepted", "Index out of range: 100"),
          new Flaw(Unaware.class, "gapsAreAccepted", "\"NaN\" is not a load"),
          new Flaw(Falling.class, "extremeLoadsAreAccepted", "is not a load"),
          new Flaw(Rigid.class, "seasonNeedNotBeAMultipleOfTheStep", "not a multiple of the step"),
          new Flaw(Slow.class, "aForecastIsFast", "forecast from the samples of a week"));

  @TestFactory
  Stream<DynamicTest> eachDefectFailsItsContractTest() {
    return Flaw.tests(FLAWS);
  }

  @Test
  void conformantForecasterPasses() {
    ContractRun run = ContractRun.of(Sample.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(FLAWS), run.passed().keySet());
  }

  static class Sample extends ForecasterContract {
    @Override
    protected Forecaster forecaster() {
      return new SampleForecaster();
    }
  }

  /** A registered forecaster with a defect. */
  abstract static class Defective extends ForecasterContract {
    abstract OptionalDouble forecast(LoadSeries past, Instant at, Duration season);

    @Override
    protected Forecaster forecaster() {
      return new SampleForecaster(SampleForecaster.NAME, this::forecast);
    }
  }

  static class BadName extends ForecasterContract {
    @Override
    protected Forecaster forecaster() {
      return new SampleForecaster("Sample", SampleForecaster::lastSeason);
    }
  }

  static class Unregistered extends ForecasterContract {
    @Override
    protected Forecaster forecaster() {
      return new SampleForecaster() {};
    }
  }

  static class Hasty extends ForecasterContract {
    @Override
    protected Forecaster forecaster() {
      return new HastyForecaster();
    }
  }

  static class Counting extends Defective {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      OptionalDouble load = SampleForecaster.lastSeason(past, at, season);
      return load.isPresent()
          ? OptionalDouble.of(load.getAsDouble() + calls.incrementAndGet())
          : load;
    }
  }

  static class Reluctant extends Defective {
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      return OptionalDouble.empty();
    }
  }

  static class Hungry extends Defective {
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      return past.size() > 0 && past.get(100) < 0
          ? OptionalDouble.empty()
          : SampleForecaster.lastSeason(past, at, season);
    }
  }

  static class Unaware extends Defective {
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      OptionalDouble load = SampleForecaster.lastSeason(past, at, season);
      return load.isEmpty()
          ? load
          : OptionalDouble.of(load.getAsDouble() + 0 * past.get(past.size() - 1));
    }
  }

  static class Falling extends Defective {
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      OptionalDouble load = SampleForecaster.lastSeason(past, at, season);
      return load.isPresent() && load.getAsDouble() == 0 ? OptionalDouble.of(-1) : load;
    }
  }

  static class Rigid extends Defective {
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      if (season.toSeconds() % past.step().toSeconds() != 0) {
        throw new IllegalArgumentException("not a multiple of the step");
      }
      return SampleForecaster.lastSeason(past, at, season);
    }
  }

  static class Slow extends Defective {
    private boolean isTimed;

    /** Without an end once its time is limited: no machine is too fast for this test. */
    @Override
    OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      if (isTimed) {
        awaitInterrupt();
      }
      return SampleForecaster.lastSeason(past, at, season);
    }

    private static void awaitInterrupt() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException timeout) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    protected Duration timeLimit() {
      isTimed = true;
      return Duration.ofMillis(1);
    }
  }
}
