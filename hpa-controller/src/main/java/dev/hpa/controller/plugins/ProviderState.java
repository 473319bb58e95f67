package dev.hpa.controller.plugins;

/**
 * The state of a metrics provider or of a scale client that is a plug-in.
 *
 * @param isCircuitOpen whether it is not asked, after too many faults
 * @param waiting autoscalers that wait until it is asked for them
 */
public record ProviderState(String provider, boolean isCircuitOpen, int waiting) {}
