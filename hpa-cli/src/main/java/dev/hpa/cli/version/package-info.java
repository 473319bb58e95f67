/** The version of the program. */
@NullMarked
package dev.hpa.cli.version;

import org.jspecify.annotations.NullMarked;
