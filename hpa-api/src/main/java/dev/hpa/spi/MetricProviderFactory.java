package dev.hpa.spi;

import java.util.List;
import java.util.Set;

/**
 * Creates a {@link MetricProvider}. {@link java.util.ServiceLoader} finds implementations through
 * {@code META-INF/services/dev.hpa.spi.MetricProviderFactory}; they are public classes with a
 * public no-argument constructor without side effects.
 */
public interface MetricProviderFactory {

  /**
   * The name of the provider in the configuration, unique among all factories: lower-case letters,
   * digits and hyphens.
   */
  String name();

  /** The kinds of queries that its providers serve; not empty. */
  Set<MetricQuery.Kind> kinds();

  /** The settings of its providers, in display order; none by default. */
  default List<Setting> settings() {
    return List.of();
  }

  /**
   * Creates a provider. Called at most once per controller.
   *
   * @throws IllegalArgumentException if the settings are invalid; the message names the setting and
   *     the problem
   */
  MetricProvider create(ProviderContext context);
}
