/** Client for scale subresources in all versions of Scale. */
@NullMarked
package dev.hpa.scale;

import org.jspecify.annotations.NullMarked;
