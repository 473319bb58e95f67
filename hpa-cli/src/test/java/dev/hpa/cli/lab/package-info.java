/** The shipped controller against a real API server; run by the profile {@code lab} alone. */
@NullMarked
package dev.hpa.cli.lab;

import org.jspecify.annotations.NullMarked;
