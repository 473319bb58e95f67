/** Fault injection: effects, request matching and schedules. */
@NullMarked
package dev.hpa.sandbox.faults;

import org.jspecify.annotations.NullMarked;
