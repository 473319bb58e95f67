/** Replays of autoscalers against recorded loads, in arrays and without a cluster. */
@NullMarked
package dev.hpa.simulation;

import org.jspecify.annotations.NullMarked;
