/** Scenarios taken from live clusters. */
@NullMarked
package dev.hpa.app.capture;

import org.jspecify.annotations.NullMarked;
