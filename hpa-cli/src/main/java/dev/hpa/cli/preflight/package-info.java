/** Checks of a cluster before a controller is installed; nothing in it writes. */
@NullMarked
package dev.hpa.cli.preflight;

import org.jspecify.annotations.NullMarked;
