/** The commands, and their shared help, error reporting and logging. */
@NullMarked
package dev.hpa.app.cli;

import org.jspecify.annotations.NullMarked;
