package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.ScaleClientFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of metric providers, scale clients and forecasters.
 *
 * @param pluginDir null for none
 * @param settings by provider and key
 * @param routes as {@code KIND[:PATTERN]=PROVIDER}, the first matching one applies
 * @param heapster whether Heapster replaces the metrics APIs for queries without a route
 * @param batchWindow the batch window: how long queries wait for others of their namespace; zero or
 *     more
 * @param metricProviders factories in addition to the discovered ones
 * @param scaleClients factories in addition to the discovered ones
 * @param forecasters forecasters in addition to the discovered ones
 */
public record ProviderConfig(
    @Nullable Path pluginDir,
    Map<String, Map<String, String>> settings,
    List<String> routes,
    boolean heapster,
    Duration batchWindow,
    List<MetricProviderFactory> metricProviders,
    List<ScaleClientFactory> scaleClients,
    List<Forecaster> forecasters) {

  /** The built-in and discovered providers with default settings. */
  public static final ProviderConfig DEFAULT = new ProviderConfig(null, Map.of(), List.of(), false);

  public ProviderConfig {
    metricProviders = List.copyOf(metricProviders);
    scaleClients = List.copyOf(scaleClients);
    forecasters = List.copyOf(forecasters);
  }

  /** Only discovered factories. */
  public ProviderConfig(
      @Nullable Path pluginDir,
      Map<String, Map<String, String>> settings,
      List<String> routes,
      boolean heapster,
      Duration batchWindow) {
    this(pluginDir, settings, routes, heapster, batchWindow, List.of(), List.of(), List.of());
  }

  /** Queries are read as soon as a slot is free. */
  public ProviderConfig(
      @Nullable Path pluginDir,
      Map<String, Map<String, String>> settings,
      List<String> routes,
      boolean heapster) {
    this(pluginDir, settings, routes, heapster, Duration.ZERO);
  }

  /** A copy with the factories and forecasters of the application added. */
  public ProviderConfig with(
      List<MetricProviderFactory> moreMetricProviders,
      List<ScaleClientFactory> moreScaleClients,
      List<Forecaster> moreForecasters,
      List<String> moreRoutes) {
    return new ProviderConfig(
        pluginDir,
        settings,
        joined(routes, moreRoutes),
        heapster,
        batchWindow,
        joined(metricProviders, moreMetricProviders),
        joined(scaleClients, moreScaleClients),
        joined(forecasters, moreForecasters));
  }

  /** A copy with a setting of a provider, unless it is set. */
  public ProviderConfig withDefault(String provider, String key, String value) {
    Map<String, Map<String, String>> all = new HashMap<>(settings);
    Map<String, String> own = new HashMap<>(settings.getOrDefault(provider, Map.of()));
    own.putIfAbsent(key, value);
    all.put(provider, ImmutableCopies.map(own));
    return new ProviderConfig(
        pluginDir,
        ImmutableCopies.map(all),
        routes,
        heapster,
        batchWindow,
        metricProviders,
        scaleClients,
        forecasters);
  }

  /** Whether metrics are read from Prometheus. */
  public boolean usesPrometheus() {
    return settings.containsKey(Providers.PROMETHEUS);
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
