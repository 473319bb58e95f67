package dev.hpa.tck.adapters;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs the contract against the adapter of the system properties, in the profile {@code adapter}.
 */
@EnabledIfSystemProperty(named = "adapter.api", matches = "resource")
class ResourceMetricsAdapterLive extends ResourceMetricsAdapterContract {

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
  protected String selector() {
    return HttpAdapterClient.property("adapter.selector");
  }
}
