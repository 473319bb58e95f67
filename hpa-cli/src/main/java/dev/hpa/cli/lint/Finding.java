package dev.hpa.cli.lint;

/**
 * A rule that a document fails.
 *
 * @param field the path of the field in the shape of autoscaling/v2, or of another object
 * @param message what is wrong in this document
 */
record Finding(LintRule rule, String field, String message) {}
