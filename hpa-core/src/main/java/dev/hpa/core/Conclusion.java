package dev.hpa.core;

import dev.hpa.api.HpaStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a cycle, to be carried out in this order: the events before, the status if it changed,
 * the events after.
 *
 * @param status the new status
 * @param statusChanged whether it differs from the one the cycle began with, so that it has to be
 *     written
 * @param eventsBefore events due before the status is written
 * @param eventsAfter events due after the status was written, or could not be
 * @param error what went wrong, as upstream logs it; null when nothing did
 * @param statusErrorReplacesError whether a failing status write is the error to report instead
 * @param history for the next cycle
 * @param desiredReplicas the count now wanted; null when the cycle ended without one
 */
public record Conclusion(
    HpaStatus status,
    boolean statusChanged,
    List<HpaEvent> eventsBefore,
    List<HpaEvent> eventsAfter,
    @Nullable String error,
    boolean statusErrorReplacesError,
    History history,
    @Nullable Integer desiredReplicas) {}
