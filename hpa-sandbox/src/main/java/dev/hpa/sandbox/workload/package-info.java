/**
 * Simulates a running cluster: the workload controllers, a scheduler and kubelets for the life
 * cycle of pods, the load of pods, and the resource metrics pipeline.
 *
 * <p>All work runs as short tasks on the cluster's {@link dev.hpa.api.time.Timeline}. Listeners of
 * the store only queue changes; the indexes of this package are updated from that queue, so only
 * scrapes iterate over all pods.
 */
@NullMarked
package dev.hpa.sandbox.workload;

import org.jspecify.annotations.NullMarked;
