package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.access.AccessControl;
import dev.hpa.sandbox.access.AuditEvent;
import dev.hpa.sandbox.access.AuthorizationMode;
import dev.hpa.sandbox.access.Authorizer;
import dev.hpa.sandbox.access.BootstrapPolicy;
import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.access.User;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metrics.ObjectMetricLoader;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.server.ApiServer;
import dev.hpa.sandbox.server.ManifestRejectedException;
import dev.hpa.sandbox.server.TrafficMetrics;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * An in-process Kubernetes cluster: an API server for real clients, and a simulation of the
 * workload controllers, the kubelet and the load of pods.
 *
 * <pre>{@code
 * try (Timeline time = Timeline.real();
 *     Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
 *   sandbox.writeKubeconfig(Path.of("sandbox.kubeconfig"));
 * }
 * }</pre>
 *
 * <p>{@code docs/sandbox.md} lists its limitations. Requests for what it does not implement fail
 * with status 501 and a message.
 */
public final class Sandbox implements AutoCloseable {

  private static final List<String> NAMESPACES =
      List.of("default", "kube-node-lease", "kube-public", "kube-system");

  private final SandboxComponents parts;
  private final ApiServer server;

  private Sandbox(SandboxComponents parts, ApiServer server) {
    this.parts = parts;
    this.server = server;
  }

  /**
   * Starts a sandbox.
   *
   * @throws ManifestRejectedException when the server rejects an object of the options
   * @throws IOException when it cannot listen on the port
   */
  public static Sandbox start(SandboxOptions options) throws IOException {
    Store store = new Store();
    Faults faults = new Faults(options.timeline(), store::revision);
    ClusterClock time = new ClusterClock(options.timeline(), faults);
    Cluster cluster = new Cluster(store, time, options.version(), options.gates());
    Authorizer authorizer = options.authorization().in(cluster);
    createNamespaces(cluster);
    BootstrapPolicy.create(cluster);
    WorkloadSimulator simulator =
        new WorkloadSimulator(cluster, options.simulator(), options.traces());
    MetricsBackend metrics = pipeline(cluster, simulator, options);
    TokenAuthenticator tokens = new TokenAuthenticator(cluster);
    SandboxComponents parts =
        new SandboxComponents(
            cluster, simulator, metrics, faults, tokens, tokens.createAdminToken());
    simulator.start();
    options.faults().forEach(faults::add);
    options.users().forEach(tokens::add);
    AccessControl access =
        new AccessControl(
            tokens,
            authorizer,
            options.authorization() == AuthorizationMode.RBAC,
            withoutObserver(options.audit()));
    return new Sandbox(parts, serve(parts, access, options));
  }

  private static Consumer<AuditEvent> withoutObserver(Consumer<AuditEvent> audit) {
    return event -> {
      if (!event.user().equals(User.OBSERVER)) {
        audit.accept(event);
      }
    };
  }

  private static ApiServer serve(
      SandboxComponents parts, AccessControl access, SandboxOptions options) throws IOException {
    ApiServer server =
        ApiServer.start(
            parts.cluster(),
            parts.metrics(),
            parts.faults(),
            access,
            parts.simulator(),
            options.manifests(),
            options.port());
    AuthenticationConfigMap.write(parts.cluster(), server.certificatePem());
    return server;
  }

  private static void createNamespaces(Cluster cluster) {
    for (String name : NAMESPACES) {
      ObjectNode namespace = JsonNodeFactory.instance.objectNode();
      namespace.put("kind", "Namespace").put("apiVersion", "v1");
      namespace.putObject("metadata").put("name", name);
      cluster.create(ResourceTypes.NAMESPACES, "", namespace, false);
    }
  }

  private static MetricsBackend pipeline(
      Cluster cluster, WorkloadSimulator simulator, SandboxOptions options) {
    MetricValues values = new MetricValues(options.timeline(), options.traces());
    ObjectMetricLoader.follow(cluster, values, simulator);
    return new MetricsBackend(
        simulator.metrics(),
        new CustomMetrics(cluster, simulator, values),
        values,
        new ServedMetricsApis(options.metricsApis()));
  }

  /** The objects of the cluster, for code in the same process. */
  public Cluster cluster() {
    return parts.cluster();
  }

  /** The simulation of the workloads. */
  public WorkloadSimulator simulator() {
    return parts.simulator();
  }

  /** The values of custom and external metrics, to read and to set. */
  public MetricValues metrics() {
    return parts.metrics().values();
  }

  /** The metrics APIs that are served, to read and to change. */
  public ServedMetricsApis metricsApis() {
    return parts.metrics().apis();
  }

  /** The injected faults, to read and to change. */
  public Faults faults() {
    return parts.faults();
  }

  /** The bearer tokens, to read and to change. */
  public TokenAuthenticator tokens() {
    return parts.tokens();
  }

  /** The traffic since the start by verb and resource. */
  public TrafficMetrics traffic() {
    return server.traffic();
  }

  /** The port of the API server on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** The admin kubeconfig as YAML. */
  public String kubeconfig() {
    return kubeconfig(parts.adminToken());
  }

  /** A kubeconfig with the given token as YAML. */
  public String kubeconfig(String token) {
    return kubeconfigOf(token).yaml();
  }

  private Kubeconfig kubeconfigOf(String token) {
    return new Kubeconfig("https://127.0.0.1:" + server.port(), server.certificatePem(), token);
  }

  /** Writes the admin kubeconfig to a file with mode 0600. */
  public void writeKubeconfig(Path file) throws IOException {
    writeKubeconfig(file, parts.adminToken());
  }

  /** Writes a kubeconfig with the given token to a file with mode 0600. */
  public void writeKubeconfig(Path file, String token) throws IOException {
    kubeconfigOf(token).write(file);
  }

  /** Stops the API server: connections break and new ones are refused. The simulation continues. */
  public void stopServing() {
    server.close();
  }

  /**
   * Starts the API server again on the same port with the same objects.
   *
   * @throws IOException when the port is in use
   */
  public void serveAgain() throws IOException {
    server.reopen();
  }

  /**
   * Renews the serving certificate. New connections get the new certificate, which only kubeconfigs
   * written after this call trust.
   */
  public void renewCertificate() {
    server.renewCertificate();
  }

  /** Stops the API server. The caller of {@link #start} closes the timeline. */
  @Override
  public void close() {
    server.close();
  }
}
