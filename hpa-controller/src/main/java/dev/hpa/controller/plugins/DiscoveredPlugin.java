package dev.hpa.controller.plugins;

import dev.hpa.spi.Forecaster;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;

/**
 * A discovered factory or forecaster. Its declarations are read once, within a deadline, and cached
 * here.
 *
 * @param name the name of the factory
 * @param origin the origin: {@code built in}, {@code class path}, {@code application}, or the
 *     plug-in's folder
 * @param kinds the kinds of queries that its providers support; empty for a scale client
 * @param groups the API groups that its clients scale; empty for a metric provider
 * @param settings the settings that it declares
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
        Discovery.checkedKinds(factory.kinds(), APPLICATION + ": provider " + factory.name() + ":"),
        Set.of(),
        Discovery.checkedSettings(factory.settings(), APPLICATION));
  }

  static DiscoveredPlugin<ScaleClientFactory> inApplication(ScaleClientFactory factory) {
    return new DiscoveredPlugin<>(
        factory,
        Discovery.checked(factory.name(), APPLICATION),
        APPLICATION,
        Set.of(),
        factory.groups(),
        Discovery.checkedSettings(factory.settings(), APPLICATION));
  }

  static DiscoveredPlugin<Forecaster> inApplication(Forecaster forecaster) {
    return new DiscoveredPlugin<>(
        forecaster,
        Discovery.checked(forecaster.name(), APPLICATION),
        APPLICATION,
        Set.of(),
        Set.of(),
        List.of());
  }

  /** Whether it is built in. */
  public boolean isBuiltIn() {
    return origin.equals(BUILT_IN);
  }

  @Override
  public String toString() {
    return name + " (" + origin + ")";
  }
}
