package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import java.time.Instant;

/**
 * A target whose scale could not be read.
 *
 * @param problem the text of the condition and of the event
 * @param error the error of the reconcile, for the log
 * @param history what earlier decisions left behind
 */
public record UnreadableScale(
    HorizontalPodAutoscaler hpa, String problem, String error, History history, Instant now)
    implements Observation {}
