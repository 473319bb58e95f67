package dev.hpa.controller.cache;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import org.jspecify.annotations.Nullable;

/**
 * A workload as its scale subresource shows it.
 *
 * @param metadata of the scale
 * @param scale null if the workload does not tell enough to be sure
 */
record Scalable(ObjectMeta metadata, @Nullable Scale scale) {}
