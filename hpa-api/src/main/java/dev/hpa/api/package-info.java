/**
 * The HorizontalPodAutoscaler API as immutable values: the hub model (which has the shape of
 * autoscaling/v2), the other versions and their conversion, quantities, label selectors and
 * defaulting.
 */
@NullMarked
package dev.hpa.api;

import org.jspecify.annotations.NullMarked;
