/** Scales of whatever has a scale subresource, in all their forms on the wire. */
@NullMarked
package dev.hpa.scale;

import org.jspecify.annotations.NullMarked;
