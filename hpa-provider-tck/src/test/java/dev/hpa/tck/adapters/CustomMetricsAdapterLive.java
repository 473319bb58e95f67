package dev.hpa.tck.adapters;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs the contract against the adapter of the system properties, in the profile {@code adapter}.
 */
@EnabledIfSystemProperty(named = "adapter.api", matches = "custom")
class CustomMetricsAdapterLive extends CustomMetricsAdapterContract {

  private final HttpAdapterClient adapter = HttpAdapterClient.fromSystemProperties();

  @AfterEach
  void close() {
    adapter.close();
  }

  @Override
  protected AdapterClient adapter() {
    return adapter;
  }

  @Override
  protected String namespace() {
    return System.getProperty("adapter.namespace", "default");
  }

  @Override
  protected String metric() {
    return HttpAdapterClient.property("adapter.metric");
  }

  @Override
  protected String selector() {
    return HttpAdapterClient.property("adapter.selector");
  }

  @Override
  protected String series() {
    String series = System.getProperty("adapter.series");
    return series == null ? super.series() : series;
  }

  @Override
  protected String object() {
    String object = System.getProperty("adapter.object");
    return object == null ? super.object() : object;
  }
}
