package dev.hpa.spi;

import java.util.List;
import java.util.Set;

/**
 * Creates a {@link ScaleClient}. Implementations are registered in {@code
 * META-INF/services/dev.hpa.spi.ScaleClientFactory}, like those of {@link MetricProviderFactory}.
 */
public interface ScaleClientFactory {

  /** The name of the client in the configuration, unique among all factories. */
  String name();

  /**
   * The API groups of {@code scaleTargetRef.apiVersion} whose targets its clients scale. The API
   * server need not serve them. Not empty for a plug-in; only the built-in client, which scales the
   * targets of all other groups, returns none.
   */
  default Set<String> groups() {
    return Set.of();
  }

  /** The settings of its clients, in display order; none by default. */
  default List<Setting> settings() {
    return List.of();
  }

  /** Creates the client. Called once per controller. */
  ScaleClient create(ProviderContext context);
}
