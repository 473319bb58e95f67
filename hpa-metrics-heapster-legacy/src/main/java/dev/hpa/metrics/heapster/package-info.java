/**
 * The deprecated provider for Heapster, behind {@code
 * --horizontal-pod-autoscaler-use-rest-clients=false}.
 */
@NullMarked
package dev.hpa.metrics.heapster;

import org.jspecify.annotations.NullMarked;
