/**
 * HorizontalPodAutoscaler in extensions/v1beta1, its first version, served until Kubernetes 1.5.
 */
@NullMarked
package dev.hpa.api.extensions;

import org.jspecify.annotations.NullMarked;
