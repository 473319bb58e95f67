/**
 * Contracts of metrics adapters, the servers of {@code custom.metrics.k8s.io} and {@code
 * external.metrics.k8s.io}, as tests over HTTP.
 */
@NullMarked
package dev.hpa.conformance.adapters;

import org.jspecify.annotations.NullMarked;
