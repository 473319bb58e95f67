/** Runs the sandbox. */
@NullMarked
package dev.hpa.cli.sandbox;

import org.jspecify.annotations.NullMarked;
