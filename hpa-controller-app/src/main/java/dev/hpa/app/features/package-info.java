/** Which features of Kubernetes are on, at which version. */
@NullMarked
package dev.hpa.app.features;

import org.jspecify.annotations.NullMarked;
