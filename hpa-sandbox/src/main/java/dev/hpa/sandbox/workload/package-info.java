/**
 * What makes the sandbox live: controllers that turn workloads into pods, a stand-in for scheduler
 * and kubelets that lets the pods start and end, the load they are under, and the metrics pipeline
 * that measures it.
 *
 * <p>Everything happens as short tasks on the cluster's {@link dev.hpa.api.time.Timeline}.
 * Listeners of the store only note what changed; the indexes here are kept from those notes, so
 * nothing ever looks through all pods but the scrape.
 */
@NullMarked
package dev.hpa.sandbox.workload;

import org.jspecify.annotations.NullMarked;
