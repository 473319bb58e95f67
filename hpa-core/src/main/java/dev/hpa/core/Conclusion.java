package dev.hpa.core;

import dev.hpa.api.HpaStatus;
import dev.hpa.core.behavior.History;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a reconcile. The caller sends {@code eventsBefore}, writes the status if it
 * changed, and sends {@code eventsAfter}, in this order.
 *
 * @param status the new status
 * @param statusChanged whether the status differs from the one before the reconcile and has to be
 *     written
 * @param eventsBefore events to send before the status is written
 * @param eventsAfter events to send after the status write, whether or not it succeeded
 * @param error the error of the reconcile, in upstream's words; null on success
 * @param statusErrorReplacesError whether a failed status write replaces {@code error}
 * @param history the history for the next reconcile
 * @param desiredReplicas the desired replicas; null if none were computed
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
