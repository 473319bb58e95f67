/** Tests of the packaged controller with a real API server; run by the profile {@code lab} only. */
@NullMarked
package dev.hpa.cli.lab;

import org.jspecify.annotations.NullMarked;
