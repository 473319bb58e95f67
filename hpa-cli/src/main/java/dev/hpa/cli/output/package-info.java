/** Output formats of the commands: the {@code --output} option and the YAML writer. */
@NullMarked
package dev.hpa.cli.output;

import org.jspecify.annotations.NullMarked;
