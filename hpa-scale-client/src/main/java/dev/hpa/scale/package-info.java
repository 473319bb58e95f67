/**
 * Scales of whatever has a scale subresource: which resource a kind is, and how its scale is read
 * and written.
 */
@NullMarked
package dev.hpa.scale;

import org.jspecify.annotations.NullMarked;
