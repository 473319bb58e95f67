/** The program's log: which lines there are, in which form and where. */
@NullMarked
package dev.hpa.app.logging;

import org.jspecify.annotations.NullMarked;
