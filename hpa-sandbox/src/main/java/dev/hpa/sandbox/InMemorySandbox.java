package dev.hpa.sandbox;

import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricValues;
import dev.hpa.sandbox.server.ApiService;
import dev.hpa.sandbox.server.ManifestRejectedException;
import dev.hpa.sandbox.workload.WorkloadSimulator;

/**
 * A {@link Sandbox} without a port, whose requests are served on the threads that make them: for
 * tests that provide time, threads and random numbers themselves. Thread-safe.
 */
public final class InMemorySandbox {

  private final SandboxComponents parts;

  /**
   * Creates a sandbox.
   *
   * @param options its port is not used
   * @throws ManifestRejectedException when an object of the options is rejected
   */
  public InMemorySandbox(SandboxOptions options) throws ManifestRejectedException {
    this.parts = SandboxComponents.create(options);
  }

  /** Serves requests. */
  public ApiService service() {
    return parts.service();
  }

  /** A bearer token that may do everything. */
  public String adminToken() {
    return parts.adminToken();
  }

  /** The objects of the cluster. */
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

  /** The injected faults, to read and to change. */
  public Faults faults() {
    return parts.faults();
  }

  /** The bearer tokens, to read and to change. */
  public TokenAuthenticator tokens() {
    return parts.tokens();
  }
}
