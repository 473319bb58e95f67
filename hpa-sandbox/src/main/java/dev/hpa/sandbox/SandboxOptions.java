package dev.hpa.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.util.Map;

/**
 * How to start a sandbox.
 *
 * @param port loopback port of the API server; 0 for any free one
 * @param timeline the time the cluster lives in; closed by whoever made it
 * @param traces load traces by the names annotations use
 */
public record SandboxOptions(
    int port, Timeline timeline, SimulatorOptions simulator, Map<String, LoadTrace> traces) {

  /** Any free port and usual delays, in a given time. */
  public static SandboxOptions in(Timeline timeline) {
    return new SandboxOptions(0, timeline, SimulatorOptions.DEFAULT, Map.of());
  }

  public SandboxOptions withPort(int value) {
    return new SandboxOptions(value, timeline, simulator, traces);
  }

  public SandboxOptions withTraces(Map<String, LoadTrace> value) {
    return new SandboxOptions(port, timeline, simulator, value);
  }

  public SandboxOptions withSimulator(SimulatorOptions value) {
    return new SandboxOptions(port, timeline, value, traces);
  }
}
