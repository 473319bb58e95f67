/**
 * Metrics in flat form: names and targets are fields of the metric instead of nested objects.
 * autoscaling/v2beta1 uses this form in its fields, autoscaling/v1 in its reserved annotations.
 */
@NullMarked
package dev.hpa.api.flat;

import org.jspecify.annotations.NullMarked;
