package dev.hpa.sandbox;

import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.server.ApiServer;
import dev.hpa.sandbox.server.ManifestRejectedException;
import dev.hpa.sandbox.server.TrafficMetrics;
import dev.hpa.sandbox.workload.WorkloadSimulator;
import java.io.IOException;
import java.nio.file.Path;

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
    SandboxComponents parts = SandboxComponents.create(options);
    ApiServer server = ApiServer.start(parts.service(), options.port());
    AuthenticationConfigMap.write(parts.cluster(), server.certificatePem());
    return new Sandbox(parts, server);
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
    return parts.service().traffic();
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
