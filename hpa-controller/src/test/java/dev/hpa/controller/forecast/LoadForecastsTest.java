package dev.hpa.controller.forecast;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.core.forecast.Forecasts;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.core.forecast.LoadForecast.State;
import dev.hpa.core.forecast.SeasonalForecaster;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.LoadSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoadForecastsTest {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final String QUEUE = "external metric queue";
  private static final ForecastOptions HOURLY = hourly("seasonal");

  private final Deque<Runnable> calls = new ArrayDeque<>();
  private Supplier<OptionalDouble> answer = () -> OptionalDouble.of(7);

  private static ForecastOptions hourly(String forecaster) {
    return new ForecastOptions(forecaster, Duration.ofMinutes(10), Duration.ofHours(1), null);
  }

  /** A forecaster of a plug-in, which answers when the test runs its calls. */
  private final class PlugIn implements Forecaster {
    @Override
    public String name() {
      return "plug-in";
    }

    @Override
    public OptionalDouble forecast(LoadSeries past, Instant at, Duration season) {
      return answer.get();
    }
  }

  private LoadForecasts forecasts(PastLoads past) {
    return forecasts(past, new MemoryPool(1L << 40));
  }

  private LoadForecasts forecasts(PastLoads past, MemoryPool memory) {
    return new LoadForecasts(
        Map.of(
            "seasonal",
            new LoadForecasts.Callable(new SeasonalForecaster(), LoadForecasts.Calls.DIRECT),
            "plug-in",
            new LoadForecasts.Callable(
                new PlugIn(),
                (NamespacedName autoscaler,
                    Supplier<LoadForecast> forecast,
                    BiConsumer<@Nullable LoadForecast, String> ended) ->
                    calls.add(() -> LoadForecasts.Calls.DIRECT.call(autoscaler, forecast, ended)))),
        past,
        memory);
  }

  private static Instant minute(int minute) {
    return START.plus(Duration.ofMinutes(minute));
  }

  /** 100 in the last 10 minutes of each hour, else 10. */
  private static double load(int minute) {
    return minute % 60 >= 50 ? 100 : 10;
  }

  private static LoadForecast observe(
      LoadForecasts forecasts, ForecastOptions options, int minute, double load) {
    Forecasts all = forecasts.observe(WEB, options, Map.of(QUEUE, load), minute(minute));
    assertEquals("", all.problem());
    LoadForecast forecast = all.metrics().get(QUEUE);
    return requireNonNull(forecast);
  }

  private static LoadForecasts recorded(LoadForecasts forecasts, int minutes) {
    for (int minute = 0; minute < minutes; minute++) {
      observe(forecasts, HOURLY, minute, load(minute));
    }
    return forecasts;
  }

  /** A namespace has many HPAs with twenty metrics each. */
  @Test
  @Tag("security")
  void recordsOfOneNamespaceLeaveMemoryToThoseOfOthers() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE, new MemoryPool(250_000_000));
    Map<String, Double> loads = new HashMap<>();
    for (int i = 0; i < 20; i++) {
      loads.put(QUEUE + i, 10.0);
    }
    int recorded = 0;
    Forecasts last = Forecasts.NONE;
    for (int i = 0; i < 20; i++) {
      NamespacedName each = new NamespacedName("evil", "web" + i);
      last = forecasts.observe(each, HOURLY, loads, START);
      recorded += last.metrics().size();
    }
    assertTrue(recorded > 40 && recorded <= 50, recorded + " metrics");
    assertEquals(
        "the recorded loads of all HPAs take the memory for them; give the controller more",
        last.problem());
    assertEquals(State.TOO_LITTLE_HISTORY, observe(forecasts, HOURLY, 0, 10).state());
    JsonNode saved = requireNonNull(forecasts.save("shop"::equals).get(WEB));
    NamespacedName restored = new NamespacedName("evil", "restored");
    forecasts.restore(restored, HOURLY, saved, START);
    assertNull(forecasts.save("evil"::equals).get(restored));
    for (int i = 0; i < 20; i++) {
      forecasts.forget(new NamespacedName("evil", "web" + i));
    }
    forecasts.restore(restored, HOURLY, saved, START);
    assertEquals(Set.of(restored), forecasts.save("evil"::equals).keySet());
  }

  @Test
  void memoryOfMetricsThatAreNotMeasuredAnyMoreIsReturned() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE, new MemoryPool(14_000_000));
    for (int day = 0; day < 10; day++) {
      Instant now = START.plus(Duration.ofDays(day));
      Map<String, Double> loads = Map.of("a" + day, 1.0, "b" + day, 1.0);
      assertEquals(2, forecasts.observe(WEB, HOURLY, loads, now).metrics().size());
    }
  }

  @Test
  void aForecastNeedsASeason() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 50);
    assertEquals(State.TOO_LITTLE_HISTORY, observe(forecasts, HOURLY, 50, 10).state());
  }

  @Test
  void theHighestLoadWithinTheHorizonIsForecast() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 160);
    LoadForecast before = observe(forecasts, HOURLY, 160, 10);
    assertEquals(State.READY, before.state());
    assertEquals(100, before.load());
    assertEquals(minute(170), before.at());
    assertEquals(List.of(100.0, 100.0), before.past());
    assertEquals(160, before.samples());
    // At the end of the peak the load that comes is still the reason, not that after the horizon.
    recordedFrom(forecasts, 161, 175);
    LoadForecast during = observe(forecasts, HOURLY, 175, 100);
    assertEquals(100, during.load());
    assertEquals(minute(180), during.at());
  }

  private static void recordedFrom(LoadForecasts forecasts, int from, int to) {
    for (int minute = from; minute < to; minute++) {
      observe(forecasts, HOURLY, minute, load(minute));
    }
  }

  @Test
  void aForecasterThatIsWorseThanNoChangeIsMutedAndComesBack() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 300);
    assertEquals(State.READY, observe(forecasts, HOURLY, 300, 10).state());
    List<State> states = new ArrayList<>();
    // The peaks are over.
    for (int minute = 301; minute < 700; minute++) {
      State state = observe(forecasts, HOURLY, minute, 10).state();
      if (states.isEmpty() || states.getLast() != state) {
        states.add(state);
      }
    }
    assertEquals(List.of(State.READY, State.MUTED, State.READY), states);
  }

  @Test
  void equalObservationsHaveEqualForecasts() {
    LoadForecasts first = recorded(forecasts(PastLoads.NONE), 200);
    LoadForecasts second = recorded(forecasts(PastLoads.NONE), 200);
    assertEquals(observe(first, HOURLY, 200, 10), observe(second, HOURLY, 200, 10));
  }

  @Test
  void anUnknownForecasterIsReported() {
    assertEquals(
        Forecasts.unavailable("forecaster \"prophet\": not found; use one of plug-in, seasonal"),
        forecasts(PastLoads.NONE).observe(WEB, hourly("prophet"), Map.of(QUEUE, 1.0), START));
  }

  @Test
  void aPlugInAnswersLater() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    ForecastOptions options = hourly("plug-in");
    assertEquals(State.TOO_LITTLE_HISTORY, observe(forecasts, options, 0, 10).state());
    observe(forecasts, options, 1, 10);
    assertEquals(1, calls.size());
    calls.remove().run();
    LoadForecast answered = observe(forecasts, options, 2, 10);
    assertEquals(7, answered.load());
  }

  @Test
  void aPlugInThatHangsIsReportedAfterTheHorizon() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    ForecastOptions options = hourly("plug-in");
    observe(forecasts, options, 0, 10);
    calls.remove().run();
    assertEquals(7, observe(forecasts, options, 11, 10).load());
    LoadForecast late = observe(forecasts, options, 12, 10);
    assertEquals(State.FAILED, late.state());
    assertEquals("it has not answered since 2026-03-02T00:00:00Z", late.problem());
    assertEquals(1, calls.size());
    calls.remove().run();
    assertEquals(State.READY, observe(forecasts, options, 13, 10).state());
  }

  @Test
  void aPlugInThatFailsIsReported() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    ForecastOptions options = hourly("plug-in");
    answer =
        () -> {
          throw new IllegalStateException("secret");
        };
    observe(forecasts, options, 0, 10);
    calls.remove().run();
    LoadForecast failed = observe(forecasts, options, 1, 10);
    assertEquals(State.FAILED, failed.state());
    assertEquals("IllegalStateException", failed.problem());
  }

  @Test
  void anAnswerThatIsNoLoadIsReported() {
    ForecastOptions options = hourly("plug-in");
    for (double invalid : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      LoadForecasts forecasts = forecasts(PastLoads.NONE);
      answer = () -> OptionalDouble.of(invalid);
      observe(forecasts, options, 0, 10);
      calls.remove().run();
      LoadForecast wrong = observe(forecasts, options, 0, 10);
      assertEquals("it returned " + invalid, wrong.problem());
      assertNull(wrong.load());
    }
  }

  @Test
  void anotherHorizonKeepsTheRecord() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 160);
    ForecastOptions changed =
        new ForecastOptions("seasonal", Duration.ofMinutes(20), Duration.ofHours(1), null);
    assertEquals(100, observe(forecasts, changed, 160, 10).load());
  }

  @Test
  void aForgottenAutoscalerStartsAgain() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 160);
    forecasts.forget(WEB);
    assertEquals(State.TOO_LITTLE_HISTORY, observe(forecasts, HOURLY, 160, 10).state());
  }

  @Test
  void metricsThatAreNoLongerMeasuredAreDropped() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 100);
    for (int minute = 100; minute < 200; minute++) {
      forecasts.observe(WEB, HOURLY, Map.of("other", 5.0), minute(minute));
    }
    JsonNode saved = saved(forecasts);
    assertTrue(saved.has("other") && !saved.has(QUEUE), saved.toString());
  }

  @Test
  void savedLoadsContinueInAnotherProcess() {
    LoadForecasts before = recorded(forecasts(PastLoads.NONE), 160);
    Map<NamespacedName, JsonNode> saved = before.save("shop"::equals);
    assertEquals(Map.of(), before.save("other"::equals));
    LoadForecasts after = forecasts((key, options, now, found) -> assertEquals("", "requested"));
    after.restore(WEB, HOURLY, Json.tree(Json.text(saved.get(WEB))), minute(160));
    LoadForecast forecast = observe(after, HOURLY, 160, 10);
    assertEquals(State.READY, forecast.state());
    assertEquals(100, Objects.requireNonNull(forecast.load()), 1);
  }

  private static JsonNode saved(LoadForecasts forecasts) {
    return Objects.requireNonNull(forecasts.save(any -> true).get(WEB));
  }

  @Test
  void savedLoadsChangeRarely() {
    LoadForecasts forecasts = recorded(forecasts(PastLoads.NONE), 100);
    JsonNode first = saved(forecasts);
    JsonNode same = saved(forecasts);
    assertEquals(first, same);
    recordedFrom(forecasts, 100, 104);
    assertTrue(!saved(forecasts).equals(first), "renewed");
  }

  @Test
  void invalidSavedLoadsAreRefused() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    for (String invalid :
        List.of(
            "{\"q\":{}}",
            "{\"q\":{\"size\":3,\"step\":60,\"least\":1,\"most\":2,\"loads\":\"AAAA\"}}",
            "{\"q\":{\"size\":3,\"step\":60,\"least\":1,\"most\":2,\"loads\":\"%\"}}",
            "{\"q\":{\"size\":3,\"step\":60,\"least\":1,\"most\":2,\"loads\":\"\"}}",
            "{\"q\":{\"size\":300000,\"step\":60,\"least\":1,\"most\":2}}",
            timed(Long.MAX_VALUE, 60),
            timed(Long.MIN_VALUE, 60),
            timed(0, Long.MAX_VALUE))) {
      assertThrows(
          IllegalArgumentException.class,
          () -> forecasts.restore(WEB, HOURLY, Json.tree(invalid), START),
          invalid);
    }
  }

  /** Loads that are valid but for their times. */
  private String timed(long start, long step) {
    JsonNode valid = saved(recorded(forecasts(PastLoads.NONE), 10)).path(QUEUE);
    ((ObjectNode) valid).put("start", start).put("step", step);
    return "{\"q\":" + valid + "}";
  }

  @Test
  @Tag("security")
  void loadsOfMetricsWithLongNamesAreNotSaved() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    String longest = "x".repeat(1_024);
    for (int minute = 0; minute < 10; minute++) {
      forecasts.observe(WEB, HOURLY, Map.of(longest, 1.0, longest + "x", 1.0), minute(minute));
    }
    JsonNode saved = requireNonNull(forecasts.save(any -> true).get(WEB));
    assertEquals(List.of(longest), saved.properties().stream().map(Map.Entry::getKey).toList());
  }

  @Test
  @Tag("security")
  void theLoadsOfTheFirstMetricsAreRecorded() {
    LoadForecasts forecasts = forecasts(PastLoads.NONE);
    Map<String, Double> loads = new LinkedHashMap<>();
    for (int i = 0; i < 1000; i++) {
      loads.put("metric " + i, 1.0);
    }
    for (int minute = 0; minute < 3; minute++) {
      Forecasts all = forecasts.observe(WEB, HOURLY, loads, minute(minute));
      assertEquals(20, all.metrics().size());
      assertTrue(all.metrics().containsKey("metric 19"));
    }
    assertEquals(20, saved(forecasts).size());
  }

  @Test
  void pastLoadsAreRequestedOnceAndAgainAfterAFailure() {
    List<Consumer<LoadSeries>> requests = new ArrayList<>();
    LoadForecasts forecasts = forecasts((key, options, now, found) -> requests.add(found));
    observe(forecasts, HOURLY, 160, 10);
    observe(forecasts, HOURLY, 169, 10);
    assertEquals(1, requests.size());
    observe(forecasts, HOURLY, 170, 10);
    assertEquals(2, requests.size());
    float[] past = new float[170];
    for (int i = 0; i < past.length; i++) {
      past[i] = (float) load(i);
    }
    requests.getLast().accept(LoadSeries.of(START, Duration.ofMinutes(1), past));
    observe(forecasts, HOURLY, 220, 10);
    assertEquals(100, observe(forecasts, HOURLY, 221, 10).load());
    assertEquals(2, requests.size());
  }
}
