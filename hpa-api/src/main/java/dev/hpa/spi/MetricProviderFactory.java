package dev.hpa.spi;

import java.util.List;
import java.util.Set;

/**
 * Creates a {@link MetricProvider}. Registered in {@code
 * META-INF/services/dev.hpa.spi.MetricProviderFactory}; the class is public with a public
 * constructor without parameters, which does nothing.
 */
public interface MetricProviderFactory {

  /** A name unique among all factories: lower-case letters, digits and dashes. */
  String name();

  /** The kinds of queries its providers answer; not empty. */
  Set<MetricQuery.Kind> kinds();

  /** The settings its providers understand, in the order people should see them. */
  default List<Setting> settings() {
    return List.of();
  }

  /**
   * Creates a provider. Called at most once per run of the controller.
   *
   * @throws IllegalArgumentException when the settings cannot be used, with a message that names
   *     setting and reason
   */
  MetricProvider create(ProviderContext context);
}
