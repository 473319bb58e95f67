/** Captures scenarios from live clusters. */
@NullMarked
package dev.hpa.cli.capture;

import org.jspecify.annotations.NullMarked;
