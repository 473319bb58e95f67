package dev.hpa.sandbox;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.Authorization;
import dev.hpa.sandbox.access.KnownUser;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.Manifest;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** How to start a sandbox. Immutable: what is to be otherwise is so in a copy. */
public final class SandboxOptions {

  private int port;
  private Timeline timeline;
  private SimulatorOptions simulator = SimulatorOptions.DEFAULT;
  private Map<String, LoadTrace> traces = Map.of();
  private Set<MetricsApi> metricsApis = MetricsApi.USUAL;
  private List<Fault> faults = List.of();
  private Authorization authorization = Authorization.ALLOW_ALL;
  private List<KnownUser> users = List.of();
  private Consumer<AuditEvent> audit = event -> {};
  private List<Manifest> manifests = List.of();
  private HpaFeatureGates gates = HpaFeatureGates.DEFAULT;

  private SandboxOptions(Timeline timeline) {
    this.timeline = timeline;
  }

  private SandboxOptions(SandboxOptions other) {
    this.port = other.port;
    this.timeline = other.timeline;
    this.simulator = other.simulator;
    this.traces = other.traces;
    this.metricsApis = other.metricsApis;
    this.faults = other.faults;
    this.authorization = other.authorization;
    this.users = other.users;
    this.audit = other.audit;
    this.manifests = other.manifests;
    this.gates = other.gates;
  }

  /**
   * Any free port, usual delays, all metrics APIs but Heapster, no faults and everything allowed,
   * in a given time.
   */
  public static SandboxOptions in(Timeline timeline) {
    return new SandboxOptions(timeline);
  }

  /** On this loopback port; 0 for any free one. */
  public SandboxOptions withPort(int value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.port = value;
    return copy;
  }

  /** With other delays of pods and controllers. */
  public SandboxOptions withSimulator(SimulatorOptions value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.simulator = value;
    return copy;
  }

  /** With load traces by the names annotations use. */
  public SandboxOptions withTraces(Map<String, LoadTrace> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.traces = value;
    return copy;
  }

  /** With these metrics APIs at the start. */
  public SandboxOptions withMetricsApis(Set<MetricsApi> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.metricsApis = value;
    return copy;
  }

  /** With these faults at work from the start, in order. */
  public SandboxOptions withFaults(List<Fault> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.faults = value;
    return copy;
  }

  /** Asking this before a request is let through. */
  public SandboxOptions withAuthorization(Authorization value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.authorization = value;
    return copy;
  }

  /** With these users, who have a token of their own from the start. */
  public SandboxOptions withUsers(List<KnownUser> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.users = value;
    return copy;
  }

  /** Telling every request that was answered, by many threads; the consumer must not fail. */
  public SandboxOptions withAudit(Consumer<AuditEvent> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.audit = value;
    return copy;
  }

  /**
   * Beginning with these objects; definitions of resources and namespaces may stand behind what
   * needs them.
   */
  public SandboxOptions withManifests(List<Manifest> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.manifests = value;
    return copy;
  }

  /** With these features of autoscalers turned on. */
  public SandboxOptions withGates(HpaFeatureGates value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.gates = value;
    return copy;
  }

  int port() {
    return port;
  }

  /** The time the cluster lives in; closed by whoever made it. */
  public Timeline timeline() {
    return timeline;
  }

  SimulatorOptions simulator() {
    return simulator;
  }

  Map<String, LoadTrace> traces() {
    return traces;
  }

  Set<MetricsApi> metricsApis() {
    return metricsApis;
  }

  List<Fault> faults() {
    return faults;
  }

  Authorization authorization() {
    return authorization;
  }

  List<KnownUser> users() {
    return users;
  }

  Consumer<AuditEvent> audit() {
    return audit;
  }

  List<Manifest> manifests() {
    return manifests;
  }

  HpaFeatureGates gates() {
    return gates;
  }
}
