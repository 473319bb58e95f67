/** Replicas of a controller that fail in turn, and how long autoscalers are not decided. */
@NullMarked
package dev.hpa.benchmarks.failover;

import org.jspecify.annotations.NullMarked;
