/** The numbered rules that an implementation is tested against. */
@NullMarked
package dev.hpa.conformance.rules;

import org.jspecify.annotations.NullMarked;
