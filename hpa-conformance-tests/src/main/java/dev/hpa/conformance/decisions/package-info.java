/** Decisions alone, without a cluster: scenarios in, what would be written and said out. */
@NullMarked
package dev.hpa.conformance.decisions;

import org.jspecify.annotations.NullMarked;
