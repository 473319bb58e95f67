/** Read-only checks of a cluster before a controller is installed. */
@NullMarked
package dev.hpa.cli.preflight;

import org.jspecify.annotations.NullMarked;
