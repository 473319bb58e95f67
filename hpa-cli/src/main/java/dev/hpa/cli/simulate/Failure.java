package dev.hpa.cli.simulate;

import java.time.Instant;

/**
 * An error of decisions.
 *
 * @param first time of the first occurrence
 * @param times number of occurrences
 */
public record Failure(Instant first, long times, String message) {}
