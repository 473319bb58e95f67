/** Explanations of decisions, as JSON and as sentences. */
@NullMarked
package dev.hpa.controller.explain;

import org.jspecify.annotations.NullMarked;
