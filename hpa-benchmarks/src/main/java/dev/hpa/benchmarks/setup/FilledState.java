package dev.hpa.benchmarks.setup;

/**
 * State of a sandbox after all pods are ready.
 *
 * @param kubeconfig kubeconfig of the sandbox, as YAML
 * @param millis time until all pods were ready, in ms
 * @param heapBytes reachable bytes in addition to those of an empty sandbox
 * @param podBytes mean size of a pod as JSON, in bytes
 */
public record FilledState(String kubeconfig, long millis, long heapBytes, long podBytes) {}
