/** Leader election. */
@NullMarked
package dev.hpa.kube.leader;

import org.jspecify.annotations.NullMarked;
