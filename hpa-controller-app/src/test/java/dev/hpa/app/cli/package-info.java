/** Tests of commands as a user runs them. */
@NullMarked
package dev.hpa.app.cli;

import org.jspecify.annotations.NullMarked;
