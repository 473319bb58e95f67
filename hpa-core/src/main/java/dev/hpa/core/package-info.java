/**
 * The algorithm of the HorizontalPodAutoscaler: values and pure functions. All types are immutable
 * and thread-safe; there is no clock, no I/O, no threads and no logger.
 *
 * <p>{@link dev.hpa.core.Planner} turns an autoscaler and its target's scale into a {@link
 * dev.hpa.core.Plan}, which names the metrics to read. {@link dev.hpa.core.Decider} returns a
 * {@link dev.hpa.core.Decision} for the {@link dev.hpa.core.Situation} that contains their results.
 * A decision that requires a scale write is concluded with the outcome of that write ({@link
 * dev.hpa.core.Decision.Rescale#conclude}), and {@link dev.hpa.core.Tracer} explains it.
 *
 * <p>Here belong what a sync is, the branches that decide, and the rules of options ({@code …Rule}
 * and what they say in conditions). The packages below contain what these call, and do not use
 * them. A program that calls the algorithm needs of them {@link dev.hpa.core.settings.Settings},
 * {@link dev.hpa.core.behavior.History} and {@link dev.hpa.core.pods}.
 */
@NullMarked
package dev.hpa.core;

import org.jspecify.annotations.NullMarked;
