package dev.hpa.benchmarks.setup;

import java.util.List;

/**
 * State of a sandbox after all pods are ready.
 *
 * @param kubeconfig kubeconfig of the sandbox, as YAML
 * @param replicas kubeconfigs of the users of replicas, as YAML
 */
public record FilledState(String kubeconfig, List<String> replicas) {}
