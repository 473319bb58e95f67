package dev.hpa.controller.plugins;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants of the providers.
 *
 * @param pluginDir null for none
 * @param settings by provider and key
 * @param routes as {@code KIND[:PATTERN]=PROVIDER}, the first that fits counts
 * @param merged whether queries of many autoscalers reach a provider together
 * @param heapster whether Heapster answers what is not routed, and the metrics APIs nothing
 * @param gather how long merged queries wait for others of their namespace; zero or more
 */
public record ProviderConfig(
    @Nullable Path pluginDir,
    Map<String, Map<String, String>> settings,
    List<String> routes,
    boolean merged,
    boolean heapster,
    Duration gather) {

  /** The built-in providers, as they are. */
  public static final ProviderConfig DEFAULT =
      new ProviderConfig(null, Map.of(), List.of(), true, false);

  /** Queries are asked as soon as a read is free. */
  public ProviderConfig(
      @Nullable Path pluginDir,
      Map<String, Map<String, String>> settings,
      List<String> routes,
      boolean merged,
      boolean heapster) {
    this(pluginDir, settings, routes, merged, heapster, Duration.ZERO);
  }

  /** The same with Heapster. */
  public ProviderConfig withHeapster() {
    return new ProviderConfig(pluginDir, settings, routes, merged, true, gather);
  }
}
