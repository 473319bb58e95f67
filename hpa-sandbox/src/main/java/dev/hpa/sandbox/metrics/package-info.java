/** The values of resource, custom and external metrics. */
@NullMarked
package dev.hpa.sandbox.metrics;

import org.jspecify.annotations.NullMarked;
