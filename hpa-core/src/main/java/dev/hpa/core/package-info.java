/**
 * The algorithm of the HorizontalPodAutoscaler: values and pure functions.
 *
 * <p>{@link dev.hpa.core.Planner} turns an autoscaler and its target's scale into a {@link
 * dev.hpa.core.Plan}, which names the metrics to read. {@link dev.hpa.core.Decider} makes a {@link
 * dev.hpa.core.Decision} of the {@link dev.hpa.core.Situation} those readings complete. A decision
 * that asks for a scale write is finished by telling it what came of the write ({@link
 * dev.hpa.core.Decision.Rescale#conclude}). No clock, no I/O, no threads, no logger; nothing mutates its
 * input.
 */
@NullMarked
package dev.hpa.core;

import org.jspecify.annotations.NullMarked;
