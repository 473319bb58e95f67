/** The cases: what is done to an implementation, and what has to be seen of it. */
@NullMarked
package dev.hpa.conformance.cases;

import org.jspecify.annotations.NullMarked;
