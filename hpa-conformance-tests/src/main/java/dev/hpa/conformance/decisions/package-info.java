/** The suite for decisions, without a cluster: scenarios as input, writes and events as output. */
@NullMarked
package dev.hpa.conformance.decisions;

import org.jspecify.annotations.NullMarked;
