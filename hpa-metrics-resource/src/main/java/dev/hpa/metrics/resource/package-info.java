/**
 * The provider of resource metrics, which reads {@code metrics.k8s.io}: Resource and
 * ContainerResource metrics.
 */
@NullMarked
package dev.hpa.metrics.resource;

import org.jspecify.annotations.NullMarked;
