package dev.hpa.controller.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.forecast.PastLoads;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.core.forecast.SeasonalForecaster;
import dev.hpa.core.options.ForecastOptions;
import dev.hpa.core.options.Options;
import dev.hpa.kube.memory.MemoryPool;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForecastSectionTest {

  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final NamespacedName WEB = new NamespacedName("shop", "web");
  private static final ForecastOptions HOURLY =
      new ForecastOptions("seasonal", Duration.ofMinutes(10), Duration.ofHours(1), null);
  private static final HorizontalPodAutoscaler HPA =
      HpaVersion.V2.decode(
          """
          {"metadata": {"namespace": "shop", "name": "web", "uid": "u1"},
           "spec": {"maxReplicas": 10,
             "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
          """);

  private static LoadForecasts forecasts() {
    return new LoadForecasts(
        Map.of(
            "seasonal",
            new LoadForecasts.Callable(new SeasonalForecaster(), LoadForecasts.Calls.DIRECT)),
        PastLoads.NONE,
        MemoryPool.ofHeap());
  }

  private static ForecastSection section(LoadForecasts of, @Nullable ForecastOptions option) {
    Options options = mock(Options.class);
    when(options.forecast()).thenReturn(option);
    OptionSources sources = mock(OptionSources.class);
    when(sources.options(any())).thenReturn(options);
    return new ForecastSection(of, sources);
  }

  private static JsonNode recorded() {
    LoadForecasts before = forecasts();
    for (int minute = 0; minute < 150; minute++) {
      before.observe(WEB, HOURLY, Map.of("cpu", 5.0), START.plusSeconds(60L * minute));
    }
    return Json.tree(Json.text(section(before, HOURLY).save("shop"::equals).get(WEB)));
  }

  @Test
  void loadsAreRestored() {
    LoadForecasts after = forecasts();
    Instant now = START.plus(Duration.ofHours(3));
    section(after, HOURLY).restore(HPA, recorded(), now, now);
    assertEquals(recorded(), Json.tree(Json.text(after.save(any -> true).get(WEB))));
  }

  @Test
  void autoscalersWithoutForecastHaveNoLoads() {
    LoadForecasts after = forecasts();
    section(after, null).restore(HPA, recorded(), START, START.plus(Duration.ofHours(3)));
    assertEquals(Map.of(), after.save(any -> true));
  }

  @Test
  void invalidLoadsAreRejected() {
    assertThrows(
        IllegalArgumentException.class,
        () -> section(forecasts(), HOURLY).restore(HPA, Json.tree("{\"cpu\": 1}"), START, START));
  }
}
