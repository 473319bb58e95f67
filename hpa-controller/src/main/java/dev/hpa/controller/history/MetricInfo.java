package dev.hpa.controller.history;

/**
 * A metric of an autoscaler.
 *
 * @param name with the object or container that it belongs to
 * @param percent whether its values are a share of the request, in percent
 */
public record MetricInfo(String name, boolean percent) {}
