/** The client of the scale subresource, for all versions of Scale. */
@NullMarked
package dev.hpa.scale;

import org.jspecify.annotations.NullMarked;
