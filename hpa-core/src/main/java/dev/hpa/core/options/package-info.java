/**
 * The options of an autoscaler that {@code autoscaling/v2} has no field for: annotations under
 * {@code hpa.dev/}, parsed into an immutable {@link dev.hpa.core.options.Options}.
 */
@NullMarked
package dev.hpa.core.options;

import org.jspecify.annotations.NullMarked;
