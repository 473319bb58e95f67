/**
 * The provider of external metrics, which reads {@code external.metrics.k8s.io}: External metrics.
 */
@NullMarked
package dev.hpa.metrics.external;

import org.jspecify.annotations.NullMarked;
