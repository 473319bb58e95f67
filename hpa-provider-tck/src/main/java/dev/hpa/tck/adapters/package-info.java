/**
 * Contract tests over HTTP for metrics adapters, the servers of {@code metrics.k8s.io}, {@code
 * custom.metrics.k8s.io} and {@code external.metrics.k8s.io}.
 */
@NullMarked
package dev.hpa.tck.adapters;

import org.jspecify.annotations.NullMarked;
