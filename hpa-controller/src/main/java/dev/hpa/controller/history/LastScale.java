package dev.hpa.controller.history;

import java.time.Instant;

/**
 * The last change of the replicas that was seen.
 *
 * @param reason why, in the words of the event {@code SuccessfulRescale}; empty if it is not known
 */
public record LastScale(Instant at, int from, int to, String reason) {}
