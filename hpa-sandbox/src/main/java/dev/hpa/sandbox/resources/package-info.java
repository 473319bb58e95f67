/** The endpoints of stored objects, their status and scale, reviews and tokens. */
@NullMarked
package dev.hpa.sandbox.resources;

import org.jspecify.annotations.NullMarked;
