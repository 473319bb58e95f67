package dev.hpa.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
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
  private final ApiServer server;
  private final Kubeconfig kubeconfig;

  private Sandbox(
      Cluster cluster, WorkloadSimulator simulator, ApiServer server, Kubeconfig kubeconfig) {
    this.cluster = cluster;
    this.simulator = simulator;
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
    simulator.start();
    String token = token();
    ApiServer server = ApiServer.start(cluster, simulator.metrics(), options.port(), token);
    Kubeconfig kubeconfig =
        new Kubeconfig("https://127.0.0.1:" + server.port(), server.certificatePem(), token);
    return new Sandbox(cluster, simulator, server, kubeconfig);
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
