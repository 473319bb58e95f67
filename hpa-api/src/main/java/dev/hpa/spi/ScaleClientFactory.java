package dev.hpa.spi;

/**
 * Creates a {@link ScaleClient}. Registered in {@code
 * META-INF/services/dev.hpa.spi.ScaleClientFactory}, like {@link MetricProviderFactory}.
 */
public interface ScaleClientFactory {

  /** A name unique among all factories. */
  String name();

  /** Creates the client; called once per run of the controller. */
  ScaleClient create(ProviderContext context);
}
