package dev.hpa.cli.lint;

/**
 * A violation of a rule by a document.
 *
 * @param field the path of the field, in autoscaling/v2 or another object
 * @param message the problem in this document
 */
record Finding(LintRule rule, String field, String message) {}
