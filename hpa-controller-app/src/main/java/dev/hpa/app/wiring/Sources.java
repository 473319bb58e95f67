package dev.hpa.app.wiring;

import dev.hpa.api.time.Timeline;
import dev.hpa.app.controller.MetricProviders;
import dev.hpa.app.controller.MetricReader;
import dev.hpa.app.controller.ProviderMetricReader;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;

/** What a controller reads with, for those who only look. */
public record Sources(ScaleClient scales, MetricReader metrics) {

  /**
   * The sources a controller would have.
   *
   * @throws IllegalStateException when the providers on the class path clash, with which and what
   *     to do
   */
  public static Sources over(KubernetesApi api, Timeline timeline) {
    ProviderContext context = new ProviderContext(api, timeline);
    return new Sources(
        ProvidersModule.scaleClientOf(context),
        new ProviderMetricReader(MetricProviders.create(context, false)));
  }
}
