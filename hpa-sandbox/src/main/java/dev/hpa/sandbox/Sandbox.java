package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.MetricFeeds;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.MetricsApis;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import dev.hpa.sandbox.server.ApiServer;
import dev.hpa.sandbox.store.Store;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
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

  private final Cluster cluster;
  private final WorkloadSimulator simulator;
  private final MetricsPipeline metrics;
  private final Faults faults;
  private final ApiServer server;
  private final Kubeconfig kubeconfig;

  private Sandbox(
      Cluster cluster,
      WorkloadSimulator simulator,
      MetricsPipeline metrics,
      Faults faults,
      ApiServer server,
      Kubeconfig kubeconfig) {
    this.cluster = cluster;
    this.simulator = simulator;
    this.metrics = metrics;
    this.faults = faults;
    this.server = server;
    this.kubeconfig = kubeconfig;
  }

  /**
   * Starts a sandbox.
   *
   * @throws IOException when it cannot listen on the port
   */
  public static Sandbox start(SandboxOptions options) throws IOException {
    Cluster cluster = new Cluster(new Store(), options.timeline());
    for (String name : NAMESPACES) {
      ObjectNode namespace = JsonNodeFactory.instance.objectNode();
      namespace.put("kind", "Namespace").put("apiVersion", "v1");
      namespace.putObject("metadata").put("name", name);
      cluster.create(ResourceTypes.NAMESPACES, "", namespace, false);
    }
    WorkloadSimulator simulator =
        new WorkloadSimulator(cluster, options.simulator(), options.traces());
    MetricsPipeline metrics = pipeline(cluster, simulator, options);
    simulator.start();
    Faults faults = new Faults(options.timeline(), cluster.store()::revision);
    options.faults().forEach(faults::add);
    String token = token();
    ApiServer server = ApiServer.start(cluster, metrics, faults, options.port(), token);
    Kubeconfig kubeconfig =
        new Kubeconfig("https://127.0.0.1:" + server.port(), server.certificatePem(), token);
    return new Sandbox(cluster, simulator, metrics, faults, server, kubeconfig);
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

  private static String token() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The objects of the cluster, for callers in the same process. */
  public Cluster cluster() {
    return cluster;
  }

  /** The simulation of the cluster's workloads. */
  public WorkloadSimulator simulator() {
    return simulator;
  }

  /** The values of custom and external metrics, to be looked at and set. */
  public MetricValues metrics() {
    return metrics.values();
  }

  /** Which metrics APIs there are, to be looked at and changed. */
  public MetricsApis metricsApis() {
    return metrics.apis();
  }

  /** What goes wrong with requests, to be looked at and changed. */
  public Faults faults() {
    return faults;
  }

  /** The port of the API server, on 127.0.0.1. */
  public int port() {
    return server.port();
  }

  /** The kubeconfig with which clients reach it, as YAML. */
  public String kubeconfig() {
    return kubeconfig.yaml();
  }

  /** Writes the kubeconfig to a file only its owner can read. */
  public void writeKubeconfig(Path file) throws IOException {
    kubeconfig.write(file);
  }

  /** Stops serving. The timeline goes on until whoever made it closes it. */
  @Override
  public void close() {
    server.close();
  }
}
