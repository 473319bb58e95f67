package dev.hpa.controller.plugins;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.ScaleClientFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The discovered factories and forecasters: built-in ones, those on the class path, and those of
 * plug-in folders. The class loaders of plug-ins are never closed.
 */
public final class PluginRegistry {

  private final List<DiscoveredPlugin<MetricProviderFactory>> metrics = new ArrayList<>();
  private final List<DiscoveredPlugin<ScaleClientFactory>> scales = new ArrayList<>();
  private final List<DiscoveredPlugin<Forecaster>> forecasters = new ArrayList<>();

  private PluginRegistry() {}

  /**
   * Finds all factories and reads their declarations.
   *
   * @param pluginDir each of its subfolders contains the jars of one plug-in; null for none
   * @param timeline measures the deadlines of constructors and methods of plug-ins
   * @throws PluginException if a plug-in is invalid, fails or hangs, or two have the same name
   * @throws java.util.concurrent.CancellationException if the calling thread is interrupted
   */
  public static PluginRegistry discover(@Nullable Path pluginDir, Timeline timeline) {
    PluginRegistry registry = new PluginRegistry();
    registry.add(new Discovery(timeline, PluginRegistry.class.getClassLoader(), null));
    if (pluginDir != null) {
      SpiLoader shared = new SpiLoader(PluginRegistry.class.getClassLoader());
      folders(pluginDir).forEach(folder -> registry.addPlugin(folder, shared, timeline));
    }
    requireDistinct(registry.metrics);
    requireDistinct(registry.scales);
    requireDistinct(registry.forecasters);
    return registry;
  }

  /**
   * A copy with the factories and forecasters of the application added.
   *
   * @throws PluginException if two have the same name, or a name is invalid
   */
  public PluginRegistry with(
      List<MetricProviderFactory> metricProviders,
      List<ScaleClientFactory> scaleClients,
      List<Forecaster> moreForecasters) {
    PluginRegistry registry = new PluginRegistry();
    registry.metrics.addAll(metrics);
    registry.scales.addAll(scales);
    registry.forecasters.addAll(forecasters);
    metricProviders.forEach(each -> registry.metrics.add(DiscoveredPlugin.inApplication(each)));
    scaleClients.forEach(each -> registry.scales.add(DiscoveredPlugin.inApplication(each)));
    moreForecasters.forEach(each -> registry.forecasters.add(DiscoveredPlugin.inApplication(each)));
    requireDistinct(registry.metrics);
    requireDistinct(registry.scales);
    requireDistinct(registry.forecasters);
    return registry;
  }

  /** The factories of metric providers, in the order they were found. */
  public List<DiscoveredPlugin<MetricProviderFactory>> metrics() {
    return List.copyOf(metrics);
  }

  /** The factories of scale clients, in the order they were found. */
  public List<DiscoveredPlugin<ScaleClientFactory>> scales() {
    return List.copyOf(scales);
  }

  /** The forecasters, in the order they were found. */
  public List<DiscoveredPlugin<Forecaster>> forecasters() {
    return List.copyOf(forecasters);
  }

  private static List<Path> folders(Path pluginDir) {
    try (Stream<Path> entries = Files.list(pluginDir)) {
      List<Path> sorted = entries.sorted().toList();
      refuseJars(pluginDir, sorted);
      return sorted.stream().filter(Files::isDirectory).toList();
    } catch (IOException failure) {
      throw new PluginException(
          "--plugin-dir " + pluginDir + ": is no folder that can be read", failure);
    }
  }

  private static void refuseJars(Path pluginDir, List<Path> entries) {
    for (Path entry : entries) {
      if (entry.toString().endsWith(".jar") && Files.isRegularFile(entry)) {
        throw new PluginException(
            "--plugin-dir \""
                + pluginDir
                + "\": holds the jar \""
                + entry.getFileName()
                + "\" itself; give a folder whose subfolders each hold the jars of one plug-in");
      }
    }
  }

  private void addPlugin(Path folder, SpiLoader shared, Timeline timeline) {
    URLClassLoader loader =
        new URLClassLoader(String.valueOf(folder.getFileName()), jars(folder), shared);
    int before = size();
    add(new Discovery(timeline, loader, folder.toString()));
    if (size() == before) {
      throw new PluginException(
          "plug-in "
              + folder
              + ": no provider in it; its jar must name one in META-INF/services/"
              + MetricProviderFactory.class.getName()
              + ", "
              + ScaleClientFactory.class.getSimpleName()
              + " or "
              + Forecaster.class.getSimpleName());
    }
  }

  private int size() {
    return metrics.size() + scales.size() + forecasters.size();
  }

  private static URL[] jars(Path folder) {
    try (Stream<Path> entries = Files.walk(folder, 2)) {
      URL[] jars =
          entries
              .filter(file -> file.toString().endsWith(".jar"))
              .sorted()
              .map(PluginRegistry::url)
              .toArray(URL[]::new);
      if (jars.length == 0) {
        throw new PluginException("plug-in " + folder + ": no jar in it");
      }
      return jars;
    } catch (IOException failure) {
      throw new PluginException("plug-in " + folder + ": cannot be read", failure);
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException failure) {
      throw new PluginException("plug-in " + file + ": cannot be read", failure);
    }
  }

  private void add(Discovery discovery) {
    metrics.addAll(discovery.metrics());
    scales.addAll(discovery.scales());
    forecasters.addAll(discovery.forecasters());
  }

  private static <F> void requireDistinct(List<DiscoveredPlugin<F>> found) {
    Map<String, DiscoveredPlugin<F>> byName = new HashMap<>();
    for (DiscoveredPlugin<F> each : found) {
      DiscoveredPlugin<F> other = byName.put(each.name(), each);
      if (other != null && other.isBuiltIn()) {
        throw new PluginException(
            "plug-in "
                + each.origin()
                + ": is named "
                + each.name()
                + ", as a built-in one; rename it");
      }
      if (other != null) {
        throw new PluginException(
            "two plug-ins are named "
                + each.name()
                + ", one from "
                + other.origin()
                + " and one from "
                + each.origin()
                + "; remove one of them");
      }
    }
  }
}
