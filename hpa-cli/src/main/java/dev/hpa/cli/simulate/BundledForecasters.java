package dev.hpa.cli.simulate;

import dev.hpa.api.time.Timeline;
import dev.hpa.controller.forecast.LoadForecasts;
import dev.hpa.controller.forecast.PastLoads;
import dev.hpa.controller.options.OptionSources;
import dev.hpa.controller.plugins.ForecasterCalls;
import dev.hpa.controller.plugins.PluginRegistry;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.simulation.ReplaySetup;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The forecasters of replays, called in the thread of the replay. */
public final class BundledForecasters {

  private BundledForecasters() {}

  /**
   * The forecasters by name.
   *
   * @param plugins folder of further ones; null for none
   */
  public static Map<String, LoadForecasts.Callable> calls(@Nullable Path plugins) {
    try (Timeline timeline = Timeline.real()) {
      return ForecasterCalls.direct(PluginRegistry.discover(plugins, timeline));
    }
  }

  /** A replay that records its load and forecasts it, from nothing at its beginning. */
  public static ReplaySetup with(
      ReplaySetup setup, Map<String, LoadForecasts.Callable> forecasters) {
    LoadForecasts forecasts = new LoadForecasts(forecasters, PastLoads.NONE, MemoryPool.ofHeap());
    return setup.withForecasts(situation -> OptionSources.of(situation, forecasts));
  }
}
