package dev.hpa.cli.simulate;

import java.time.Instant;

/**
 * An error that decisions ended with.
 *
 * @param first when it was met first
 * @param times how often it was met
 */
record Failure(Instant first, long times, String message) {}
