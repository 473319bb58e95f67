/**
 * The deprecated provider for Heapster, enabled by {@code
 * --horizontal-pod-autoscaler-use-rest-clients=false}.
 */
@NullMarked
package dev.hpa.metrics.heapster;

import org.jspecify.annotations.NullMarked;
