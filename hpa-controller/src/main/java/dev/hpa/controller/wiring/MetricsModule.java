package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Singleton;
import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.MetricsOptions;

/** Binds the metrics, which observe all other components. */
final class MetricsModule extends AbstractModule {

  private final MetricsOptions options;

  MetricsModule(MetricsOptions options) {
    this.options = options;
  }

  @Override
  protected void configure() {
    bind(MetricsOptions.class).toInstance(options);
    bind(ControllerMetrics.class).in(Singleton.class);
  }
}
