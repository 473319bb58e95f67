package dev.hpa.app.controller;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaStatus;
import dev.hpa.core.HpaEvent;
import dev.hpa.core.MetricOutcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one reconcile did.
 *
 * @param hpa the autoscaler it began with
 * @param currentReplicas replicas found; null when the scale could not be read
 * @param scaledTo replicas written; null when none were
 * @param status the status as it is now meant to be
 * @param statusWritten whether that was written
 * @param error what went wrong; null when nothing did
 */
public record Cycle(
    HorizontalPodAutoscaler hpa,
    Instant at,
    @Nullable Integer currentReplicas,
    @Nullable Integer scaledTo,
    HpaStatus status,
    boolean statusWritten,
    List<HpaEvent> events,
    List<MetricOutcome> metrics,
    @Nullable String error) {}
