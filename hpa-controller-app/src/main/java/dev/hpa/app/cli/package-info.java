/** The command line of the controller: flags, and the program that they start. */
@NullMarked
package dev.hpa.app.cli;

import org.jspecify.annotations.NullMarked;
