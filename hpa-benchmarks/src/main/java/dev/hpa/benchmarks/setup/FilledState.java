package dev.hpa.benchmarks.setup;

/**
 * What a filled sandbox tells about itself.
 *
 * @param kubeconfig the way to it, as YAML
 * @param millis how long it took until all pods were ready
 * @param heapBytes what is reachable beyond an empty sandbox
 * @param podBytes the mean size of a pod as JSON
 */
public record FilledState(String kubeconfig, long millis, long heapBytes, long podBytes) {}
