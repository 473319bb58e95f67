package dev.hpa.controller;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.Set;

/** The factory of an existing metric provider. */
record MetricProviderInstance(String name, Set<MetricQuery.Kind> kinds, MetricProvider provider)
    implements MetricProviderFactory {

  @Override
  public MetricProvider create(ProviderContext context) {
    return provider;
  }
}
