/**
 * HorizontalPodAutoscaler in autoscaling/v2alpha1, the first version with several metrics, served
 * by Kubernetes 1.6 and 1.7.
 */
@NullMarked
package dev.hpa.api.v2alpha1;

import org.jspecify.annotations.NullMarked;
