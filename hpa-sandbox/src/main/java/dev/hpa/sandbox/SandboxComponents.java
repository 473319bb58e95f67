package dev.hpa.sandbox;

import dev.hpa.sandbox.access.Tokens;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import dev.hpa.sandbox.workload.WorkloadSimulator;

/** The components of a sandbox behind its API server. */
record SandboxComponents(
    Cluster cluster,
    WorkloadSimulator simulator,
    MetricsPipeline metrics,
    Faults faults,
    Tokens tokens,
    String adminToken) {}
