package dev.hpa.controller.plugins;

/**
 * The state of a metrics provider or of a scale client that is a plug-in.
 *
 * @param isCircuitOpen whether its circuits are open for all namespaces that have used it recently
 * @param waiting autoscalers whose calls are queued
 * @param hasProblem whether something is wrong with its configuration or its source as a whole
 */
public record ProviderState(
    String provider, boolean isCircuitOpen, int waiting, boolean hasProblem) {}
