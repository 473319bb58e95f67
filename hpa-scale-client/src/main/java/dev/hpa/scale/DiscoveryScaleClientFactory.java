package dev.hpa.scale;

import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;

/** Creates the built-in client of the scale subresource. */
public final class DiscoveryScaleClientFactory implements ScaleClientFactory {

  @Override
  public String name() {
    return "scale-subresource";
  }

  @Override
  public ScaleClient create(ProviderContext context) {
    return new DiscoveryScaleClient(context.api(), context.restMapper());
  }
}
