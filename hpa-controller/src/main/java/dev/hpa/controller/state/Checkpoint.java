package dev.hpa.controller.state;

import dev.hpa.api.NamespacedName;
import java.util.SortedMap;

/**
 * A part of a checkpoint.
 *
 * @param oversized the number of autoscalers whose state is too large to be read
 */
record Checkpoint(
    CheckpointHeader header,
    SortedMap<NamespacedName, SavedAutoscaler> autoscalers,
    int oversized) {}
