package dev.hpa.controller.metrics;

import dev.hpa.api.ImmutableCopies;
import java.util.Map;
import java.util.Set;

/**
 * The disabled metric families and the allowed label values.
 *
 * @param disabled full names of families that are left out
 * @param allowedLabels by family and label the values that are shown; every other value is shown as
 *     {@code unexpected}. Labels that are not named here may have any value
 */
public record MetricsOptions(
    Set<String> disabled, Map<String, Map<String, Set<String>>> allowedLabels) {

  /** All families, all label values. */
  public static final MetricsOptions DEFAULTS = new MetricsOptions(Set.of(), Map.of());

  public MetricsOptions {
    disabled = ImmutableCopies.set(disabled);
    allowedLabels = ImmutableCopies.map(allowedLabels);
  }
}
