/** The program {@code hpa}, and what its commands have in common. */
@NullMarked
package dev.hpa.cli;

import org.jspecify.annotations.NullMarked;
