/**
 * From the values of one metric to the replicas it proposes: which pods count, their requests,
 * targets and tolerances, and the arithmetic of Go. Results are a {@link
 * dev.hpa.core.replicas.Calculation}.
 */
@NullMarked
package dev.hpa.core.replicas;

import org.jspecify.annotations.NullMarked;
