package dev.hpa.controller.cache;

import dev.hpa.api.ObjectMeta;
import dev.hpa.api.Scale;
import dev.hpa.core.Rollout;
import org.jspecify.annotations.Nullable;

/**
 * A watched workload with the scale that its scale subresource would return.
 *
 * @param metadata of the scale
 * @param scale null if it cannot be derived from the workload
 * @param progress the fields that show a rollout
 */
record ScalableWorkload(ObjectMeta metadata, @Nullable Scale scale, Rollout.Progress progress) {}
