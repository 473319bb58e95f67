package dev.hpa.sandbox;

import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.Authorization;
import dev.hpa.sandbox.access.KnownUser;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How to start a sandbox.
 *
 * @param port loopback port of the API server; 0 for any free one
 * @param timeline the time the cluster lives in; closed by whoever made it
 * @param traces load traces by the names annotations use
 * @param metricsApis the metrics APIs there are at the start
 * @param faults the faults at work from the start, in order
 * @param authorization what is asked before a request is let through
 * @param users who has a token of their own from the start
 * @param audit is told every request that was answered, by many threads; must not fail
 */
public record SandboxOptions(
    int port,
    Timeline timeline,
    SimulatorOptions simulator,
    Map<String, LoadTrace> traces,
    Set<MetricsApi> metricsApis,
    List<Fault> faults,
    Authorization authorization,
    List<KnownUser> users,
    Consumer<AuditEvent> audit) {

  /**
   * Any free port, usual delays, all metrics APIs but Heapster, no faults and everything allowed,
   * in a given time.
   */
  public static SandboxOptions in(Timeline timeline) {
    return new SandboxOptions(
        0,
        timeline,
        SimulatorOptions.DEFAULT,
        Map.of(),
        MetricsApi.USUAL,
        List.of(),
        Authorization.ALLOW_ALL,
        List.of(),
        event -> {});
  }

  public SandboxOptions withPort(int value) {
    return new SandboxOptions(
        value, timeline, simulator, traces, metricsApis, faults, authorization, users, audit);
  }

  public SandboxOptions withTraces(Map<String, LoadTrace> value) {
    return new SandboxOptions(
        port, timeline, simulator, value, metricsApis, faults, authorization, users, audit);
  }

  public SandboxOptions withSimulator(SimulatorOptions value) {
    return new SandboxOptions(
        port, timeline, value, traces, metricsApis, faults, authorization, users, audit);
  }

  public SandboxOptions withMetricsApis(Set<MetricsApi> value) {
    return new SandboxOptions(
        port, timeline, simulator, traces, value, faults, authorization, users, audit);
  }

  public SandboxOptions withFaults(List<Fault> value) {
    return new SandboxOptions(
        port, timeline, simulator, traces, metricsApis, value, authorization, users, audit);
  }

  public SandboxOptions withAuthorization(Authorization value) {
    return new SandboxOptions(
        port, timeline, simulator, traces, metricsApis, faults, value, users, audit);
  }

  public SandboxOptions withUsers(List<KnownUser> value) {
    return new SandboxOptions(
        port, timeline, simulator, traces, metricsApis, faults, authorization, value, audit);
  }

  public SandboxOptions withAudit(Consumer<AuditEvent> value) {
    return new SandboxOptions(
        port, timeline, simulator, traces, metricsApis, faults, authorization, users, value);
  }
}
