package dev.hpa.benchmarks.sandbox;

/**
 * What a filled sandbox tells about itself.
 *
 * @param kubeconfig the way to it, as YAML
 * @param millis how long it took until all pods were ready
 * @param heapBytes what is reachable beyond an empty sandbox
 * @param podBytes the mean size of a pod as JSON
 */
record Filled(String kubeconfig, long millis, long heapBytes, long podBytes) {}
