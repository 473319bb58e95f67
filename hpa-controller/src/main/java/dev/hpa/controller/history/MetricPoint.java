package dev.hpa.controller.history;

/**
 * A metric at one sync. NaN for what is not known.
 *
 * @param value the measured value, in the unit of the target
 * @param target the target
 * @param low the lowest value that changes nothing: of the tolerance, or the low watermark
 * @param high the highest value that changes nothing
 */
public record MetricPoint(float value, float target, float low, float high) {

  static final MetricPoint UNKNOWN = new MetricPoint(Float.NaN, Float.NaN, Float.NaN, Float.NaN);
}
