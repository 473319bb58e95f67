package dev.hpa.cli.lint;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.metrics.prometheus.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Options of lint.
 *
 * @param release of the API server
 * @param gates of the API server
 * @param namespace namespace of objects without one
 * @param syncPeriod sync period of the controller
 * @param onlyErrors whether warnings and notes are omitted
 * @param ignored ids of ignored rules
 * @param now the time at which options of autoscalers apply
 * @param idle the lowest load of the workload, if a trace is given
 * @param serviceTime the duration of a request in a pod without load, if it is given
 * @param rules the names of metrics that the rules of Prometheus can give, if they are given
 */
public record LintOptions(
    KubernetesVersion release,
    HpaFeatureGates gates,
    String namespace,
    Duration syncPeriod,
    boolean onlyErrors,
    Set<String> ignored,
    Instant now,
    Optional<IdleLoad> idle,
    Optional<Duration> serviceTime,
    Optional<MetricNames> rules) {

  public LintOptions {
    ignored = Set.copyOf(ignored);
  }

  /** A copy for an autoscaler with its own sync period. */
  LintOptions withSyncPeriod(Duration value) {
    return new LintOptions(
        release, gates, namespace, value, onlyErrors, ignored, now, idle, serviceTime, rules);
  }
}
