/** Runs cases and evaluates the rules. */
@NullMarked
package dev.hpa.conformance.run;

import org.jspecify.annotations.NullMarked;
