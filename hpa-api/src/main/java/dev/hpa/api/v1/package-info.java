/** autoscaling/v1: CPU utilization in fields, all else in reserved annotations. */
@NullMarked
package dev.hpa.api.v1;

import org.jspecify.annotations.NullMarked;
