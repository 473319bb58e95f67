/**
 * HorizontalPodAutoscaler in autoscaling/v2beta2: the fields of v2 without {@code tolerance}.
 * Served from Kubernetes 1.12 to 1.25.
 */
@NullMarked
package dev.hpa.api.v2beta2;

import org.jspecify.annotations.NullMarked;
