/** What an implementation has to do, as numbered rules. */
@NullMarked
package dev.hpa.conformance.rules;

import org.jspecify.annotations.NullMarked;
