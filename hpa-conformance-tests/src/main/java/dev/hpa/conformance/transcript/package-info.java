/** What was seen of an implementation, and what has to be seen. */
@NullMarked
package dev.hpa.conformance.transcript;

import org.jspecify.annotations.NullMarked;
