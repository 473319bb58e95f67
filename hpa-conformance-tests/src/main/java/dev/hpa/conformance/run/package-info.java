/** Runs cases and judges them. */
@NullMarked
package dev.hpa.conformance.run;

import org.jspecify.annotations.NullMarked;
