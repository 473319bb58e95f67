package dev.hpa.controller.state;

import dev.hpa.api.NamespacedName;
import java.util.SortedMap;

/** A part of a checkpoint. */
record Checkpoint(
    CheckpointHeader header, SortedMap<NamespacedName, SavedAutoscaler> autoscalers) {}
