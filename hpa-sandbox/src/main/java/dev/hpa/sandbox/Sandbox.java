package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.access.Access;
import dev.hpa.sandbox.access.Authorization;
import dev.hpa.sandbox.access.Authorizer;
import dev.hpa.sandbox.access.BootstrapPolicy;
import dev.hpa.sandbox.access.Tokens;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.MetricFeeds;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsApis;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import dev.hpa.sandbox.overview.Overview;
import dev.hpa.sandbox.overview.RequestLog;
import dev.hpa.sandbox.server.ApiServer;
import dev.hpa.sandbox.server.ManifestRefusedException;
import dev.hpa.sandbox.server.TrafficMetrics;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A Kubernetes cluster in this process: an API server that real clients can use, and a simulation
 * that turns workloads into pods and pods into load.
 *
 * <pre>{@code
 * try (Timeline time = Timeline.real();
 *     Sandbox sandbox = Sandbox.start(SandboxOptions.in(time))) {
 *   sandbox.writeKubeconfig(Path.of("sandbox.kubeconfig"));
 * }
 * }</pre>
 *
 * <p>What it does not do is listed in {@code docs/sandbox.md}; a request for it is answered with an
 * error that says so.
 */
public final class Sandbox implements AutoCloseable {

  private static final List<String> NAMESPACES =
      List.of("default", "kube-node-lease", "kube-public", "kube-system");

  private final SandboxComponents parts;
  private final Overview overview;
  private final ApiServer server;

  private Sandbox(SandboxComponents parts, Overview overview, ApiServer server) {
    this.parts = parts;
    this.overview = overview;
    this.server = server;
  }

  /**
   * Starts a sandbox.
   *
   * @throws ManifestRefusedException when an object it is to begin with is no good
   * @throws IOException when it cannot listen on the port
   */
  public static Sandbox start(SandboxOptions options) throws IOException {
    Store store = new Store();
    Faults faults = new Faults(options.timeline(), store::revision);
    ClusterTime time = new ClusterTime(options.timeline(), faults);
    Cluster cluster = new Cluster(store, time, options.gates());
    Authorizer authorizer = options.authorization().in(cluster);
    createNamespaces(cluster);
    BootstrapPolicy.create(cluster);
    WorkloadSimulator simulator =
        new WorkloadSimulator(cluster, options.simulator(), options.traces());
    MetricsPipeline metrics = pipeline(cluster, simulator, options);
    Tokens tokens = new Tokens(cluster);
    SandboxComponents parts =
        new SandboxComponents(cluster, simulator, metrics, faults, tokens, tokens.admit());
    simulator.start();
    options.faults().forEach(faults::add);
    options.users().forEach(tokens::add);
    RequestLog requests = new RequestLog(time);
    Overview overview = new Overview(cluster, simulator, faults, requests);
    Access access =
        new Access(
            tokens,
            authorizer,
            options.authorization() == Authorization.RBAC,
            options.audit().andThen(requests));
    ApiServer server = serve(parts, access, overview, options);
    return new Sandbox(parts, overview, server);
  }

  private static ApiServer serve(
      SandboxComponents parts, Access access, Overview overview, SandboxOptions options)
      throws IOException {
    ApiServer server =
        ApiServer.start(
            parts.cluster(),
            parts.metrics(),
            parts.faults(),
            access,
            overview,
            options.manifests(),
            options.port());
    AuthenticationMap.write(parts.cluster(), server.certificatePem());
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

  private static MetricsPipeline pipeline(
      Cluster cluster, WorkloadSimulator simulator, SandboxOptions options) {
    MetricValues values = new MetricValues(options.timeline(), options.traces());
    MetricFeeds.follow(cluster, values, simulator);
    return new MetricsPipeline(
        simulator.metrics(),
        new CustomMetrics(cluster, simulator, values),
        values,
        new MetricsApis(options.metricsApis()));
  }

  /** The objects of the cluster, for callers in the same process. */
  public Cluster cluster() {
    return parts.cluster();
  }

  /** The simulation of the cluster's workloads. */
  public WorkloadSimulator simulator() {
    return parts.simulator();
  }

  /** The values of custom and external metrics, to be looked at and set. */
  public MetricValues metrics() {
    return parts.metrics().values();
  }

  /** Which metrics APIs there are, to be looked at and changed. */
  public MetricsApis metricsApis() {
    return parts.metrics().apis();
  }

  /** What goes wrong with requests, to be looked at and changed. */
  public Faults faults() {
    return parts.faults();
  }

  /** Whose requests are let in, to be looked at and changed. */
  public Tokens tokens() {
    return parts.tokens();
  }

  /** What has gone over the wire since the start, by verb and resource. */
  public TrafficMetrics traffic() {
    return server.traffic();
  }

  /** The port of the API server, on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /**
   * The address of the page for browsers, with the token that lets it look at the cluster and do
   * nothing else. The history the page shows begins with the first call.
   */
  public URI page() {
    overview.begin();
    return URI.create("https://127.0.0.1:" + server.port() + "/#" + parts.tokens().viewer());
  }

  /** The kubeconfig with which its administrator reaches it, as YAML. */
  public String kubeconfig() {
    return kubeconfig(parts.adminToken());
  }

  /** The kubeconfig for whoever has another token, as YAML. */
  public String kubeconfig(String token) {
    return kubeconfigOf(token).yaml();
  }

  private Kubeconfig kubeconfigOf(String token) {
    return new Kubeconfig("https://127.0.0.1:" + server.port(), server.certificatePem(), token);
  }

  /** Writes the kubeconfig to a file only its owner can read. */
  public void writeKubeconfig(Path file) throws IOException {
    writeKubeconfig(file, parts.adminToken());
  }

  /** The same for whoever has another token. */
  public void writeKubeconfig(Path file, String token) throws IOException {
    kubeconfigOf(token).write(file);
  }

  /**
   * The API server goes away: connections break, new ones are refused. The cluster goes on without
   * it.
   */
  public void stopServing() {
    server.close();
  }

  /**
   * The API server is back where it was, with the same objects.
   *
   * @throws IOException when somebody else has its port by now
   */
  public void serveAgain() throws IOException {
    server.reopen();
  }

  /**
   * The API server presents a new certificate on new connections, which only a kubeconfig written
   * from now on trusts.
   */
  public void renewCertificate() {
    server.renewCertificate();
  }

  /** Stops serving. The timeline goes on until whoever made it closes it. */
  @Override
  public void close() {
    server.close();
  }
}
