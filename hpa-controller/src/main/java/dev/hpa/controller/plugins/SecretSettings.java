package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.controller.log.Redactor;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of type secret that were given, by {@code PROVIDER.KEY}. Immutable. */
public final class SecretSettings {

  private final Map<String, String> values;

  private SecretSettings(Map<String, String> values) {
    this.values = values;
  }

  /** The secrets among the settings that were given. */
  public static SecretSettings of(PluginRegistry registry, ProviderConfig config) {
    Map<String, String> values = new TreeMap<>();
    for (DiscoveredPlugin<MetricProviderFactory> found : registry.metrics()) {
      add(found.name(), found.settings(), config, values);
    }
    for (DiscoveredPlugin<ScaleClientFactory> found : registry.scales()) {
      add(found.name(), found.settings(), config, values);
    }
    return new SecretSettings(values);
  }

  private static void add(
      String provider, List<Setting> declared, ProviderConfig config, Map<String, String> values) {
    Map<String, String> given = config.settings().getOrDefault(provider, Map.of());
    for (Setting setting : declared) {
      String value = given.get(setting.name());
      if (setting.type() == Setting.Type.SECRET && value != null) {
        values.put(provider + "." + setting.name(), value);
      }
    }
  }

  /** The names of the secrets. */
  public Set<String> names() {
    return ImmutableCopies.set(values.keySet());
  }

  /** The values of the secrets. */
  Collection<String> values() {
    return values.values();
  }

  /** Flags as they were given, with every {@code PROVIDER.KEY=VALUE} of a secret masked. */
  public String masked(String flags) {
    String masked = flags;
    for (Map.Entry<String, String> each : values.entrySet()) {
      String name = each.getKey() + "=";
      masked = masked.replace(name + each.getValue(), name + Redactor.SHOWN);
    }
    return masked;
  }
}
