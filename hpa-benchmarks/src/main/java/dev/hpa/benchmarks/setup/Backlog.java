package dev.hpa.benchmarks.setup;

import org.jspecify.annotations.Nullable;

/**
 * Autoscalers whose status is older than it may be.
 *
 * @param overdue how many there are
 * @param lastWrittenMillis when the last status was written that had become too old, since the
 *     epoch; null when none was
 */
public record Backlog(int overdue, @Nullable Long lastWrittenMillis) {}
