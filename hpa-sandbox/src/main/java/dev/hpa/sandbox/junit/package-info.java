/** Sandboxes for JUnit Jupiter, which is an optional dependency. */
@NullMarked
package dev.hpa.sandbox.junit;

import org.jspecify.annotations.NullMarked;
