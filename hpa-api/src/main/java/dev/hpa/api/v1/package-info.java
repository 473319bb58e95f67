/**
 * HorizontalPodAutoscaler in autoscaling/v1: CPU utilization in fields, everything else in reserved
 * annotations.
 */
@NullMarked
package dev.hpa.api.v1;

import org.jspecify.annotations.NullMarked;
