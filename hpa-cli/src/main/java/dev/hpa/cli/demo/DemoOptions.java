package dev.hpa.cli.demo;

import dev.hpa.controller.reconcile.ControllerOptions;
import dev.hpa.sandbox.workload.LoadTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The options of a demo.
 *
 * @param duration duration in real time
 * @param speed cluster seconds per real second
 * @param load a load profile, in the syntax of the annotation {@code sandbox.hpa.dev/load}
 * @param traces load traces by name
 * @param targetUtilization target CPU utilization in percent of the requests
 * @param report file of the HTML report
 * @param once whether the demo ends with its report on a terminal too
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
    boolean once,
    ControllerOptions controller) {

  /** The duration of the demo in cluster time. */
  public Duration clusterTime() {
    return Duration.ofNanos((long) (duration.toNanos() * speed));
  }
}
