package dev.hpa.app.serving;

import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.PrometheusText;
import java.nio.charset.StandardCharsets;

/** {@code /metrics}. */
public final class MetricsPage implements Page {

  private final ControllerMetrics metrics;

  public MetricsPage(ControllerMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    byte[] text = metrics.text().getBytes(StandardCharsets.UTF_8);
    return new PageResponse(200, PrometheusText.CONTENT_TYPE, text);
  }
}
