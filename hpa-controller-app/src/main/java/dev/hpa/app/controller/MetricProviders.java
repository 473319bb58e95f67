package dev.hpa.app.controller;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;

/** The metric providers on the class path, all found by ServiceLoader, ours like any vendor's. */
public final class MetricProviders {

  /** The one that answers everything, in place of all others. */
  private static final String HEAPSTER = "heapster-legacy";

  private MetricProviders() {}

  /**
   * Creates the providers that take part.
   *
   * @param heapster whether Heapster is asked, and nobody else
   * @return a provider for each kind of query that one of them answers
   * @throws IllegalStateException when providers clash, with which and what to do
   */
  public static Map<MetricQuery.Kind, MetricProvider> create(
      ProviderContext context, boolean heapster) {
    Map<MetricQuery.Kind, MetricProvider> providers = new EnumMap<>(MetricQuery.Kind.class);
    Map<MetricQuery.Kind, String> names = new EnumMap<>(MetricQuery.Kind.class);
    Set<String> known = new HashSet<>();
    for (MetricProviderFactory factory : ServiceLoader.load(MetricProviderFactory.class)) {
      if (factory.name().equals(HEAPSTER) != heapster) {
        continue;
      }
      if (!known.add(factory.name())) {
        throw new IllegalStateException(
            "two metric providers are named " + factory.name() + "; remove one of their jars");
      }
      MetricProvider provider = factory.create(context);
      for (MetricQuery.Kind kind : factory.kinds()) {
        String other = names.put(kind, factory.name());
        if (other != null) {
          throw new IllegalStateException(
              "the metric providers "
                  + other
                  + " and "
                  + factory.name()
                  + " both answer "
                  + kind
                  + " queries; remove one of their jars");
        }
        providers.put(kind, provider);
      }
    }
    return providers;
  }
}
