package dev.hpa.cli.demo;

import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.workload.LoadTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What to demonstrate.
 *
 * @param duration how long it lasts, in real time
 * @param speed seconds that pass in the cluster in one real second
 * @param load a profile as the annotation {@code sandbox.hpa.dev/load} takes it
 * @param traces the traces the profile may name
 * @param targetUtilization CPU use to aim at, in percent of the requests
 * @param report where to write the report
 */
public record DemoOptions(
    Duration duration,
    double speed,
    String load,
    Map<String, LoadTrace> traces,
    int minReplicas,
    int maxReplicas,
    int targetUtilization,
    Path report,
    ControllerOptions controller) {

  /** How long the demonstration lasts in the cluster's time. */
  public Duration clusterTime() {
    return Duration.ofNanos((long) (duration.toNanos() * speed));
  }
}
