package dev.hpa.controller.options;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.core.options.OptionKey;
import dev.hpa.core.options.OptionName;
import dev.hpa.core.options.OptionsReader;
import dev.hpa.metrics.prometheus.client.PrometheusServer;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a controller that concern options of autoscalers. Immutable.
 *
 * @param defaults the values of autoscalers that neither they nor their namespaces set
 * @param allowed the keys that autoscalers may set
 * @param namespaces whether the annotations of namespaces are read, which requires permission to
 *     list and watch namespaces
 * @param outageShare the share of the autoscalers of a metrics provider that must fail for an
 *     outage, from 0 to 1; 1 turns the outage guard off
 * @param syncBudget how many syncs per second autoscalers with their own sync period share; more
 *     than 0
 * @param prometheus the server with past loads for forecasts; null for none
 */
public record OptionSettings(
    Map<OptionName, String> defaults,
    Set<OptionKey> allowed,
    boolean namespaces,
    double outageShare,
    double syncBudget,
    @Nullable PrometheusServer prometheus) {

  /**
   * No defaults, {@link OptionKey#allowedByDefault()}, namespaces not read, no outage guard, 50
   * syncs per second.
   */
  public static final OptionSettings DEFAULTS =
      new OptionSettings(Map.of(), OptionKey.allowedByDefault(), false, 1, 50);

  /** Without past loads for forecasts. */
  public OptionSettings(
      Map<OptionName, String> defaults,
      Set<OptionKey> allowed,
      boolean namespaces,
      double outageShare,
      double syncBudget) {
    this(defaults, allowed, namespaces, outageShare, syncBudget, null);
  }

  public OptionSettings {
    defaults = ImmutableCopies.map(defaults);
    allowed = ImmutableCopies.set(allowed);
  }

  /** The reader of annotations with these settings. */
  public OptionsReader reader() {
    return new OptionsReader(defaults, allowed);
  }

  /** Whether the outage guard is on. */
  public boolean guardsOutages() {
    return outageShare < 1;
  }
}
