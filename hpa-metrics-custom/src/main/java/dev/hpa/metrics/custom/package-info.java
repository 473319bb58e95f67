/**
 * The provider of custom metrics, which reads {@code custom.metrics.k8s.io} (v1beta1 and v1beta2):
 * Pods and Object metrics.
 */
@NullMarked
package dev.hpa.metrics.custom;

import org.jspecify.annotations.NullMarked;
