/** The program {@code hpa} and options shared by its commands. */
@NullMarked
package dev.hpa.cli;

import org.jspecify.annotations.NullMarked;
