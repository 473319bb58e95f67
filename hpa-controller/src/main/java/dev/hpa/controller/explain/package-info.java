/** Decisions explained: traces as JSON and as sentences. */
@NullMarked
package dev.hpa.controller.explain;

import org.jspecify.annotations.NullMarked;
