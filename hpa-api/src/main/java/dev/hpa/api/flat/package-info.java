/**
 * The flat metric shapes, in which names and targets stand side by side instead of in structures of
 * their own. autoscaling/v2beta1 has them as fields, autoscaling/v1 inside its reserved
 * annotations.
 */
@NullMarked
package dev.hpa.api.flat;

import org.jspecify.annotations.NullMarked;
