package dev.hpa.sandbox;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.time.Timeline;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.StaticUser;
import dev.hpa.sandbox.faults.Fault;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.server.Manifest;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Options of a sandbox. Immutable: each {@code with} method returns a copy. */
public final class SandboxOptions {

  private int port;
  private Timeline timeline;
  private SimulatorOptions simulator = SimulatorOptions.DEFAULT;
  private Map<String, LoadTrace> traces = Map.of();
  private Set<MetricsApi> metricsApis = MetricsApi.DEFAULTS;
  private List<Fault> faults = List.of();
  private AuthorizationMode authorization = AuthorizationMode.ALLOW_ALL;
  private List<StaticUser> users = List.of();
  private Consumer<AuditEvent> audit = event -> {};
  private List<Manifest> manifests = List.of();
  private KubernetesVersion version = KubernetesVersion.DEFAULT;
  private @Nullable HpaFeatureGates gates;

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
    this.version = other.version;
    this.gates = other.gates;
  }

  /**
   * The defaults: any free port, default delays, all metrics APIs but Heapster, no faults, and no
   * authorization.
   */
  public static SandboxOptions in(Timeline timeline) {
    return new SandboxOptions(timeline);
  }

  /** Listens on this loopback port; 0 for any free one. */
  public SandboxOptions withPort(int value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.port = value;
    return copy;
  }

  /** Sets the delays of pods and controllers. */
  public SandboxOptions withSimulator(SimulatorOptions value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.simulator = value;
    return copy;
  }

  /** Sets the load traces, by the name that annotations refer to. */
  public SandboxOptions withTraces(Map<String, LoadTrace> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.traces = value;
    return copy;
  }

  /** Sets the metrics APIs that are served at the start. */
  public SandboxOptions withMetricsApis(Set<MetricsApi> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.metricsApis = value;
    return copy;
  }

  /** Injects these faults from the start, in order. */
  public SandboxOptions withFaults(List<Fault> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.faults = value;
    return copy;
  }

  /** Sets the authorization mode. */
  public SandboxOptions withAuthorization(AuthorizationMode value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.authorization = value;
    return copy;
  }

  /** Adds users with static tokens. */
  public SandboxOptions withUsers(List<StaticUser> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.users = value;
    return copy;
  }

  /** Sets the audit sink. Many threads call it, and it must not throw. */
  public SandboxOptions withAudit(Consumer<AuditEvent> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.audit = value;
    return copy;
  }

  /**
   * Creates these objects at the start. CustomResourceDefinitions and namespaces may follow objects
   * that need them.
   */
  public SandboxOptions withManifests(List<Manifest> value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.manifests = value;
    return copy;
  }

  /** Sets the Kubernetes version of the API server, and the defaults of its feature gates. */
  public SandboxOptions withKubernetesVersion(KubernetesVersion value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.version = value;
    return copy;
  }

  /** Sets the feature gates of HorizontalPodAutoscalers. */
  public SandboxOptions withGates(HpaFeatureGates value) {
    SandboxOptions copy = new SandboxOptions(this);
    copy.gates = value;
    return copy;
  }

  int port() {
    return port;
  }

  /** The clock of the cluster. The caller closes it. */
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

  AuthorizationMode authorization() {
    return authorization;
  }

  List<StaticUser> users() {
    return users;
  }

  Consumer<AuditEvent> audit() {
    return audit;
  }

  List<Manifest> manifests() {
    return manifests;
  }

  KubernetesVersion version() {
    return version;
  }

  HpaFeatureGates gates() {
    return gates == null ? version.gates() : gates;
  }
}
