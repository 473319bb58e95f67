package dev.hpa.cli.lint;

import dev.hpa.api.HpaFeatureGates;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What lint depends on besides the files.
 *
 * @param gates of the API server
 * @param namespace of objects that name none
 * @param syncPeriod of the controller, between two syncs of an autoscaler
 * @param onlyErrors whether warnings and notes are omitted
 * @param ignored ids of rules that are not checked
 * @param idle the lowest load of the workloads, if a trace of it is given
 */
public record LintOptions(
    HpaFeatureGates gates,
    String namespace,
    Duration syncPeriod,
    boolean onlyErrors,
    Set<String> ignored,
    Optional<IdleLoad> idle) {

  public LintOptions {
    ignored = Set.copyOf(ignored);
  }

  /** Options with all rules and without a trace. */
  public static LintOptions of(
      HpaFeatureGates gates, String namespace, Duration syncPeriod, boolean onlyErrors) {
    return new LintOptions(gates, namespace, syncPeriod, onlyErrors, Set.of(), Optional.empty());
  }
}
