/**
 * autoscaling/v2beta1: flat metrics in fields, behavior in an annotation; served from Kubernetes
 * 1.8 to 1.24.
 */
@NullMarked
package dev.hpa.api.v2beta1;

import org.jspecify.annotations.NullMarked;
