package dev.hpa.benchmarks.setup;

import org.jspecify.annotations.Nullable;

/**
 * Autoscalers whose status is overdue.
 *
 * @param overdue number of overdue autoscalers
 * @param lastWrittenMillis time of the last write of an overdue status, in ms since the epoch; null
 *     if no overdue status was written
 */
public record Backlog(int overdue, @Nullable Long lastWrittenMillis) {}
