package dev.hpa.controller.metrics;

import java.util.Map;
import java.util.Set;

/**
 * Which metrics there are and what their labels may say.
 *
 * @param disabled full names of families that are left out
 * @param allowedLabels by family and label the values that are shown; every other value is shown as
 *     {@code unexpected}. Labels that are not named here may have any value
 */
public record MetricsOptions(
    Set<String> disabled, Map<String, Map<String, Set<String>>> allowedLabels) {

  /** Everything, as it is. */
  public static final MetricsOptions DEFAULTS = new MetricsOptions(Set.of(), Map.of());

  public MetricsOptions {
    disabled = Set.copyOf(disabled);
    allowedLabels = Map.copyOf(allowedLabels);
  }
}
