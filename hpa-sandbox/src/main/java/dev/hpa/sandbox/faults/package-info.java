/** Faults on demand: what can go wrong with a request, with which requests, and how often. */
@NullMarked
package dev.hpa.sandbox.faults;

import org.jspecify.annotations.NullMarked;
