package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.spi.Forecaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Calls forecasters: built-in ones in the calling thread, and each of a plug-in in a separate
 * thread, so that one that hangs stops only its own forecasts.
 */
public final class ForecasterCalls implements AutoCloseable {

  private final Map<String, LoadForecasts.Callable> byName = new HashMap<>();
  private final List<ExecutorService> threads = new ArrayList<>();

  ForecasterCalls(List<DiscoveredPlugin<Forecaster>> forecasters) {
    for (DiscoveredPlugin<Forecaster> found : forecasters) {
      byName.put(found.name(), callable(found));
    }
  }

  private LoadForecasts.Callable callable(DiscoveredPlugin<Forecaster> found) {
    if (found.isBuiltIn()) {
      return new LoadForecasts.Callable(found.factory(), Runnable::run);
    }
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("forecaster-" + found.name()).factory());
    threads.add(thread);
    return new LoadForecasts.Callable(found.factory(), thread);
  }

  /** The forecasters by name. */
  public Map<String, LoadForecasts.Callable> byName() {
    return ImmutableCopies.map(byName);
  }

  /** All forecasters, called in the calling thread, so that results do not depend on timing. */
  public static Map<String, LoadForecasts.Callable> direct(PluginRegistry registry) {
    Map<String, LoadForecasts.Callable> callables = new HashMap<>();
    for (DiscoveredPlugin<Forecaster> found : registry.forecasters()) {
      callables.put(found.name(), new LoadForecasts.Callable(found.factory(), Runnable::run));
    }
    return callables;
  }

  @Override
  public void close() {
    threads.forEach(ExecutorService::shutdownNow);
  }
}
