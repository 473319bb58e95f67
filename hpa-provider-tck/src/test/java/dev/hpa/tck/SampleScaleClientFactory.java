package dev.hpa.tck;

import dev.hpa.spi.ProviderContext;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A factory with configurable declarations and clients. */
public class SampleScaleClientFactory implements ScaleClientFactory {

  static final String NAME = "sample-1";
  static final Set<String> GROUPS = Set.of("shop.example");

  private final String name;
  private final Set<String> groups;
  private final List<Setting> settings;
  private final Supplier<ScaleClient> clients;

  public SampleScaleClientFactory() {
    this(NAME, GROUPS, List.of(), SampleScaleClient::new);
  }

  SampleScaleClientFactory(
      String name, Set<String> groups, List<Setting> settings, Supplier<ScaleClient> clients) {
    this.name = name;
    this.groups = groups;
    this.settings = settings;
    this.clients = clients;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<String> groups() {
    return groups;
  }

  @Override
  public List<Setting> settings() {
    return settings;
  }

  @Override
  public ScaleClient create(ProviderContext context) {
    return clients.get();
  }
}
