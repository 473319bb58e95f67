package dev.hpa.controller.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.prometheus.client.CollectorRegistry;
import java.util.List;
import java.util.function.Predicate;

/** The virtual machine, in the families Micrometer has for it. */
@SuppressWarnings("deprecation") // why this registry: docs/decisions/0010-metrics.md
final class JvmMeters implements AutoCloseable {

  private final PrometheusMeterRegistry meters;

  /**
   * @param isDisabled which families are left out
   */
  JvmMeters(CollectorRegistry registry, Predicate<String> isDisabled) {
    meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, registry, Clock.SYSTEM);
    meters
        .config()
        .meterFilter(
            MeterFilter.deny(
                id -> isDisabled.test(id.getConventionName(meters.config().namingConvention()))));
    List.of(
            new JvmInfoMetrics(),
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ClassLoaderMetrics(),
            new CollectionMeters())
        .forEach(binder -> binder.bindTo(meters));
  }

  @Override
  public void close() {
    meters.close();
  }
}
