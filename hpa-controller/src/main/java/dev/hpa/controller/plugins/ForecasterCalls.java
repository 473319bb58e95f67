package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.time.Timeline;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.log.Redactor;
import dev.hpa.core.forecast.LoadForecast;
import dev.hpa.spi.Forecaster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls forecasters: built-in ones in the calling thread, and those of plug-ins as {@link
 * IsolatedCalls}, so that one that hangs stops only its own forecasts.
 */
public final class ForecasterCalls implements AutoCloseable {

  /** A forecast is for minutes ahead and may take some. */
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  /** One for a namespace whose forecasts hang, and one for the others. */
  private static final int CONCURRENCY = 2;

  private final Map<String, LoadForecasts.Callable> byName = new HashMap<>();
  private final List<IsolatedCalls> isolated = new ArrayList<>();

  ForecasterCalls(List<DiscoveredPlugin<Forecaster>> forecasters, Timeline timeline) {
    PluginMessages texts = new PluginMessages(Redactor.NONE);
    for (DiscoveredPlugin<Forecaster> found : forecasters) {
      LoadForecasts.Calls calls = LoadForecasts.Calls.DIRECT;
      if (!found.isBuiltIn()) {
        IsolatedCalls own =
            new IsolatedCalls(
                "forecaster " + found.name(),
                texts::safe,
                timeline,
                timeline.thread("forecaster-" + found.name()).factory(),
                DEADLINE,
                CONCURRENCY);
        isolated.add(own);
        calls =
            (NamespacedName autoscaler,
                Supplier<LoadForecast> forecast,
                BiConsumer<@Nullable LoadForecast, String> ended) ->
                call(own, autoscaler, forecast, ended);
      }
      byName.put(found.name(), new LoadForecasts.Callable(found.factory(), calls));
    }
  }

  private static void call(
      IsolatedCalls calls,
      NamespacedName autoscaler,
      Supplier<LoadForecast> forecast,
      BiConsumer<@Nullable LoadForecast, String> ended) {
    calls
        .call(autoscaler, forecast::get)
        .whenEnded((made, failure) -> ended.accept(made, problem(failure)));
  }

  private static String problem(@Nullable Throwable failure) {
    if (failure instanceof CallFailure known) {
      return known.type().isEmpty() ? "it " + known.reason() : known.type();
    }
    return failure == null ? "" : "the controller shuts down";
  }

  /** The forecasters by name. */
  public Map<String, LoadForecasts.Callable> byName() {
    return ImmutableCopies.map(byName);
  }

  /** All forecasters, called in the calling thread, so that results do not depend on timing. */
  public static Map<String, LoadForecasts.Callable> direct(PluginRegistry registry) {
    Map<String, LoadForecasts.Callable> callables = new HashMap<>();
    for (DiscoveredPlugin<Forecaster> found : registry.forecasters()) {
      callables.put(
          found.name(), new LoadForecasts.Callable(found.factory(), LoadForecasts.Calls.DIRECT));
    }
    return callables;
  }

  @Override
  public void close() {
    isolated.forEach(IsolatedCalls::abandon);
  }
}
