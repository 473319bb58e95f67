/**
 * A metric provider that reads Prometheus with the configuration of prometheus-adapter, so that the
 * same metric names have the same values without an adapter.
 */
@NullMarked
package dev.hpa.metrics.prometheus;

import org.jspecify.annotations.NullMarked;
