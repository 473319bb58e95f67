/**
 * The conformance suite: cases, runner and reports for any HorizontalPodAutoscaler implementation.
 * It never sees {@code dev.hpa.core}.
 */
@NullMarked
package dev.hpa.conformance;

import org.jspecify.annotations.NullMarked;
