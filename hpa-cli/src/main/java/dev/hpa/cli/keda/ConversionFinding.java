package dev.hpa.cli.keda;

/**
 * A field of a ScaledObject that is not converted exactly.
 *
 * @param field its path, such as {@code spec.triggers[0].type}
 * @param isProblem whether the object cannot be converted; otherwise only a feature of KEDA is lost
 * @param text the difference, and what to do
 */
public record ConversionFinding(String field, boolean isProblem, String text) {}
