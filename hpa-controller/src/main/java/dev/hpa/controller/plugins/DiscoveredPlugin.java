package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;

/**
 * A factory that was found. What it declares was read once, within a deadline; nobody else asks it.
 *
 * @param name the factory's own
 * @param origin where it comes from: {@code built in}, {@code class path}, {@code application}, or
 *     the plug-in's folder
 * @param kinds of the queries its providers answer; empty for a scale client
 * @param groups the API groups its clients claim; empty for a metric provider
 * @param settings its own settings
 */
public record DiscoveredPlugin<F>(
    F factory,
    String name,
    String origin,
    Set<MetricQuery.Kind> kinds,
    Set<String> groups,
    List<Setting> settings) {

  static final String BUILT_IN = "built in";
  static final String CLASS_PATH = "class path";
  static final String APPLICATION = "application";

  static DiscoveredPlugin<MetricProviderFactory> inApplication(MetricProviderFactory factory) {
    return new DiscoveredPlugin<>(
        factory,
        Discovery.checked(factory.name(), APPLICATION),
        APPLICATION,
        factory.kinds(),
        Set.of(),
        factory.settings());
  }

  static DiscoveredPlugin<ScaleClientFactory> inApplication(ScaleClientFactory factory) {
    return new DiscoveredPlugin<>(
        factory,
        Discovery.checked(factory.name(), APPLICATION),
        APPLICATION,
        Set.of(),
        factory.groups(),
        factory.settings());
  }

  /** Whether it belongs to the program. */
  public boolean isBuiltIn() {
    return origin.equals(BUILT_IN);
  }

  @Override
  public String toString() {
    return name + " (" + origin + ")";
  }
}
