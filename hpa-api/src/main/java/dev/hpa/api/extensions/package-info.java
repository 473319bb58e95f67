/** extensions/v1beta1: the first autoscaler and the first scale, served until Kubernetes 1.5. */
@NullMarked
package dev.hpa.api.extensions;

import org.jspecify.annotations.NullMarked;
