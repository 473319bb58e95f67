package dev.hpa.controller.reconcile;

import java.time.Duration;

/**
 * The state of the reconcile queue.
 *
 * @param depth the number of due autoscalers whose sync has not begun
 * @param unfinished the total duration of running syncs so far
 * @param longest the duration of the longest running sync so far
 */
public record QueueState(int depth, Duration unfinished, Duration longest) {}
