/** The log: verbosity, formats and streams. */
@NullMarked
package dev.hpa.app.logging;

import org.jspecify.annotations.NullMarked;
