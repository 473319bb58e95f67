/** Decisions explained: traces as JSON and as sentences. */
@NullMarked
package dev.hpa.app.explain;

import org.jspecify.annotations.NullMarked;
