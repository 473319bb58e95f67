package dev.hpa.controller.reconcile;

import java.time.Duration;

/**
 * The state of the reconcile queue.
 *
 * @param depth autoscalers that are due and not begun
 * @param unfinished how long all work in progress has taken so far, added up
 * @param longest how long the oldest of it has taken
 */
public record QueueState(int depth, Duration unfinished, Duration longest) {}
