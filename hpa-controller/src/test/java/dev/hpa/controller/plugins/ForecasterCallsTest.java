package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.core.forecast.ForecastError;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.SeasonalForecaster;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Forecasts of a forecaster that is no part of the controller. */
@Tag("security")
class ForecasterCallsTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final LoadForecast MADE =
      new LoadForecast(LoadForecast.State.READY, 7.0, START, List.of(), 0, ForecastError.NONE, "");

  private final VirtualTimeline timeline = new VirtualTimeline(START);
  private final Semaphore started = new Semaphore(0);
  private final CountDownLatch released = new CountDownLatch(1);
  private final ForecasterCalls forecasters =
      new ForecasterCalls(List.of(DiscoveredPlugin.inApplication(new Acme())), timeline);

  private static final class Acme implements Forecaster {
    private final SeasonalForecaster seasonal = new SeasonalForecaster();

    @Override
    public String name() {
      return "acme";
    }

    @Override
    public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      return seasonal.forecast(past, at, season);
    }
  }

  @AfterEach
  void stop() {
    released.countDown();
    forecasters.close();
    timeline.close();
  }

  private CompletableFuture<String> forecast(String namespace, Supplier<LoadForecast> forecast) {
    LoadForecasts.Callable acme = Objects.requireNonNull(forecasters.byName().get("acme"));
    CompletableFuture<String> outcome = new CompletableFuture<>();
    acme.calls()
        .call(
            new NamespacedName(namespace, "web"),
            forecast,
            (made, problem) -> outcome.complete(made == null ? problem : "made"));
    return outcome;
  }

  /** It ignores that it is interrupted. */
  private LoadForecast hangs() {
    started.release();
    boolean waits = true;
    while (waits) {
      try {
        released.await();
        waits = false;
      } catch (InterruptedException ignored) {
        // A forecaster that does not listen.
      }
    }
    return MADE;
  }

  @Test
  void forecastsThatHangDelayNoOtherNamespaceAndFail() throws Exception {
    CompletableFuture<String> hanging = forecast("evil", this::hangs);
    CompletableFuture<String> next = forecast("evil", this::hangs);
    started.acquire(2);
    CompletableFuture<String> queued = forecast("evil", () -> MADE);
    assertEquals("made", forecast("shop", () -> MADE).get());
    assertFalse(hanging.isDone());
    timeline.advance(Duration.ofMinutes(5));
    assertEquals("it did not answer in time", hanging.get());
    assertEquals("it did not answer in time", next.get());
    assertFalse(queued.isDone());
    released.countDown();
    assertEquals("made", queued.get());
  }

  @Test
  void aForecasterThatFailsIsNotCalledForAMinute() throws Exception {
    Supplier<LoadForecast> failing =
        () -> {
          throw new IllegalStateException("no luck");
        };
    for (int i = 0; i < CircuitBreaker.FAULTS; i++) {
      assertEquals("IllegalStateException", forecast("evil", failing).get());
    }
    assertEquals(
        "it is not called until 2026-01-01T00:01:00Z, because it failed with"
            + " IllegalStateException 3 times in a row",
        forecast("evil", () -> MADE).get());
    assertEquals("made", forecast("shop", () -> MADE).get());
  }
}
