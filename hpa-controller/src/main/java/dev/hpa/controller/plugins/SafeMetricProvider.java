package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** A plug-in's provider whose texts are {@linkplain PluginMessages sanitized}. */
record SafeMetricProvider(MetricProvider provider, PluginMessages texts) implements MetricProvider {

  @Override
  @SuppressWarnings("NullAway") // A plug-in may return null, which is for the caller to report.
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    try {
      Map<MetricQuery, MetricResult> results = provider.read(queries);
      return results == null ? null : texts.safe(queries, results);
    } catch (RuntimeException failure) {
      throw texts.safe(failure);
    } catch (Error failure) {
      throw texts.safe(failure);
    }
  }

  @Override
  public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    try {
      return provider.batches(queries);
    } catch (RuntimeException failure) {
      throw texts.safe(failure);
    } catch (Error failure) {
      throw texts.safe(failure);
    }
  }

  @Override
  public void close() {
    try {
      provider.close();
    } catch (RuntimeException failure) {
      throw texts.safe(failure);
    }
  }
}
