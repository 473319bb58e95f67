package dev.hpa.app.plugins;

/**
 * How a metrics provider is doing.
 *
 * @param resting whether it is left alone after too many faults
 * @param waiting autoscalers that wait until it is asked for them
 */
public record SourceState(String provider, boolean resting, int waiting) {}
