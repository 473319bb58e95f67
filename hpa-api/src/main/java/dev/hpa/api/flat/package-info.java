/**
 * The metric format of autoscaling/v2beta1 and of the annotations of autoscaling/v1: the name and
 * the target are fields of the metric source instead of nested objects.
 */
@NullMarked
package dev.hpa.api.flat;

import org.jspecify.annotations.NullMarked;
