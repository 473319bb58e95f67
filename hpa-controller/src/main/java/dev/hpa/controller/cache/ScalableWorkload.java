package dev.hpa.controller.cache;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import org.jspecify.annotations.Nullable;

/**
 * A watched workload with the scale that its scale subresource would return.
 *
 * @param metadata of the scale
 * @param scale null if it cannot be derived from the workload
 */
record ScalableWorkload(ObjectMeta metadata, @Nullable Scale scale) {}
