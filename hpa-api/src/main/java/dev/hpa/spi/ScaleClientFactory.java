package dev.hpa.spi;

import java.util.List;
import java.util.Set;

/**
 * Creates a {@link ScaleClient}. Registered in {@code
 * META-INF/services/dev.hpa.spi.ScaleClientFactory}, like {@link MetricProviderFactory}.
 */
public interface ScaleClientFactory {

  /** A name unique among all factories. */
  String name();

  /**
   * The API groups, as {@code scaleTargetRef.apiVersion} has them, whose targets its clients scale;
   * they need not be known to the API server. Empty: all that nobody else claims.
   */
  default Set<String> groups() {
    return Set.of();
  }

  /** The settings its clients understand, in the order people should see them. */
  default List<Setting> settings() {
    return List.of();
  }

  /** Creates the client; called once per run of the controller. */
  ScaleClient create(ProviderContext context);
}
