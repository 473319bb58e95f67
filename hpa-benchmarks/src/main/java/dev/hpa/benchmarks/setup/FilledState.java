package dev.hpa.benchmarks.setup;

import java.util.List;

/**
 * State of a sandbox after all pods are ready.
 *
 * @param kubeconfig kubeconfig of the sandbox, as YAML
 * @param replicas kubeconfigs of the users of replicas, as YAML
 * @param millis time until all pods were ready, in ms
 * @param heapBytes reachable bytes in addition to those of an empty sandbox
 * @param podBytes mean size of a pod as JSON, in bytes
 */
public record FilledState(
    String kubeconfig, List<String> replicas, long millis, long heapBytes, long podBytes) {}
