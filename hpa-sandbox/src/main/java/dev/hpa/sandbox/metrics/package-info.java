/**
 * The values of custom and external metrics: where they come from, what they are of, and what the
 * simulated workloads add to them.
 */
@NullMarked
package dev.hpa.sandbox.metrics;

import org.jspecify.annotations.NullMarked;
