package dev.hpa.sandbox;

import dev.hpa.sandbox.access.TokenAuthenticator;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.workload.WorkloadSimulator;

/** The components of a sandbox behind its API server. */
record SandboxComponents(
    Cluster cluster,
    WorkloadSimulator simulator,
    MetricsBackend metrics,
    Faults faults,
    TokenAuthenticator tokens,
    String adminToken) {}
