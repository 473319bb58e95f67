package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.ObjectKey;

/**
 * The part a ready pod takes of the work of a workload, the one at the top of its owners.
 *
 * @param pods how many pods share it evenly, this one included
 */
public record WorkShare(ResourceType type, ObjectKey workload, int pods) {}
