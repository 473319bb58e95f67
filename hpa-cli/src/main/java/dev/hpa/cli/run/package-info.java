/** {@code hpa run}. */
@NullMarked
package dev.hpa.cli.run;

import org.jspecify.annotations.NullMarked;
