/** {@code hpa completion}: completion of commands and options in shells. */
@NullMarked
package dev.hpa.cli.completion;

import org.jspecify.annotations.NullMarked;
