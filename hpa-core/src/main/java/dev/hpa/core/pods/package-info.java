/** Pods as the API server has them, read as far as decisions need them. */
@NullMarked
package dev.hpa.core.pods;

import org.jspecify.annotations.NullMarked;
