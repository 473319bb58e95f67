package dev.hpa.core;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import java.time.Instant;

/**
 * A target whose scale could not be read.
 *
 * @param problem the message of the event {@code FailedGetScale}, and the end of the condition's
 *     message
 * @param error the error of the reconcile, for the log
 * @param history the history of the autoscaler
 */
public record UnreadableScale(
    HorizontalPodAutoscaler hpa,
    Settings settings,
    String problem,
    String error,
    History history,
    Instant now)
    implements Observation {}
