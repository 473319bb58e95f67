/**
 * The algorithm of the HorizontalPodAutoscaler: values and pure functions.
 *
 * <p>{@link dev.hpa.core.Planner} turns an autoscaler and its target's scale into a {@link
 * dev.hpa.core.Plan}, which names the metrics to read. {@link dev.hpa.core.Decider} returns a
 * {@link dev.hpa.core.Decision} for the {@link dev.hpa.core.Situation} that contains their results.
 * A decision that requires a scale write is concluded with the outcome of that write ({@link
 * dev.hpa.core.Decision.Rescale#conclude}). The package has no clock, no I/O, no threads and no
 * logger. All types are immutable and thread-safe.
 */
@NullMarked
package dev.hpa.core;

import org.jspecify.annotations.NullMarked;
