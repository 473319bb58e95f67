package dev.hpa.app.serving;

import dev.hpa.controller.metrics.ControllerMetrics;
import dev.hpa.controller.metrics.PrometheusText;
import java.nio.charset.StandardCharsets;

/** {@code /metrics}. */
public final class MetricsPage implements Page {

  private final SharedResponse response;

  public MetricsPage(ControllerMetrics metrics) {
    this.response = new SharedResponse(() -> response(metrics));
  }

  private static PageResponse response(ControllerMetrics metrics) {
    byte[] text = metrics.text().getBytes(StandardCharsets.UTF_8);
    return new PageResponse(200, PrometheusText.CONTENT_TYPE, text);
  }

  @Override
  public PageResponse answer(PageRequest ask) {
    return response.get();
  }
}
