package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.ObjectKey;

/**
 * The share of a ready pod in the load of its top-level workload.
 *
 * @param pods the number of pods that share the load equally
 */
public record LoadShare(ResourceType type, ObjectKey workload, int pods) {}
