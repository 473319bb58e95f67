package dev.hpa.controller;

import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import java.util.Set;

/** The factory of an existing scale client. */
record ScaleClientInstance(String name, Set<String> groups, ScaleClient client)
    implements ScaleClientFactory {

  @Override
  public ScaleClient create(ProviderContext context) {
    return client;
  }
}
