package dev.hpa.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How to start a sandbox.
 *
 * @param port loopback port of the API server; 0 for any free one
 * @param timeline the time the cluster lives in; closed by whoever made it
 * @param traces load traces by the names annotations use
 * @param metricsApis the metrics APIs there are at the start
 * @param faults the faults at work from the start, in order
 */
public record SandboxOptions(
    int port,
    Timeline timeline,
    SimulatorOptions simulator,
    Map<String, LoadTrace> traces,
    Set<MetricsApi> metricsApis,
    List<Fault> faults) {

  /** Any free port, usual delays all metrics APIs but Heapster and no faults, in a given time. */
  public static SandboxOptions in(Timeline timeline) {
    return new SandboxOptions(
        0, timeline, SimulatorOptions.DEFAULT, Map.of(), MetricsApi.USUAL, List.of());
  }

  public SandboxOptions withPort(int value) {
    return new SandboxOptions(value, timeline, simulator, traces, metricsApis, faults);
  }

  public SandboxOptions withTraces(Map<String, LoadTrace> value) {
    return new SandboxOptions(port, timeline, simulator, value, metricsApis, faults);
  }

  public SandboxOptions withSimulator(SimulatorOptions value) {
    return new SandboxOptions(port, timeline, value, traces, metricsApis, faults);
  }

  public SandboxOptions withMetricsApis(Set<MetricsApi> value) {
    return new SandboxOptions(port, timeline, simulator, traces, value, faults);
  }

  public SandboxOptions withFaults(List<Fault> value) {
    return new SandboxOptions(port, timeline, simulator, traces, metricsApis, value);
  }
}
