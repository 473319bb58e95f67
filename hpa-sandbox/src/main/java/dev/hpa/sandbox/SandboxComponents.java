package dev.hpa.sandbox;

import dev.hpa.sandbox.access.Tokens;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.faults.Faults;
import dev.hpa.sandbox.metrics.MetricsPipeline;
import dev.hpa.sandbox.workload.WorkloadSimulator;

/** What a sandbox consists of behind its server. */
record SandboxComponents(
    Cluster cluster,
    WorkloadSimulator simulator,
    MetricsPipeline metrics,
    Faults faults,
    Tokens tokens,
    String adminToken) {}
