/**
 * HorizontalPodAutoscaler in autoscaling/v2beta1: flat metrics in fields, {@code behavior} in an
 * annotation. Served from Kubernetes 1.8 to 1.24.
 */
@NullMarked
package dev.hpa.api.v2beta1;

import org.jspecify.annotations.NullMarked;
