/**
 * Explanations of decisions: a {@link dev.hpa.core.Trace} as sentences and as JSON. Pure functions.
 */
@NullMarked
package dev.hpa.explanation;

import org.jspecify.annotations.NullMarked;
