/** autoscaling/v2beta2: the shape of v2 without tolerance, served from Kubernetes 1.12 to 1.25. */
@NullMarked
package dev.hpa.api.v2beta2;

import org.jspecify.annotations.NullMarked;
