package dev.hpa.metrics.resource;

import dev.hpa.spi.ProviderSettings;
import java.util.Map;

/** Settings of the provider. */
final class TestSettings {

  private TestSettings() {}

  static ProviderSettings versions(String versions) {
    return ProviderSettings.of(
        new ResourceMetricProviderFactory().settings(),
        Map.of(ResourceMetricProviderFactory.API_VERSIONS, versions));
  }
}
