package dev.hpa.app.metrics;

import dev.hpa.app.serving.Ask;
import dev.hpa.app.serving.Page;
import dev.hpa.app.serving.Reply;
import io.prometheus.client.CollectorRegistry;
import java.nio.charset.StandardCharsets;

/** {@code /metrics}. */
final class MetricsPage implements Page {

  private final CollectorRegistry registry;

  MetricsPage(CollectorRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Reply answer(Ask ask) {
    byte[] text = PrometheusText.of(registry).getBytes(StandardCharsets.UTF_8);
    return new Reply(200, PrometheusText.CONTENT_TYPE, text);
  }
}
