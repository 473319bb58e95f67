/** Sandboxes for tests with JUnit Jupiter, which whoever uses this package brings along. */
@NullMarked
package dev.hpa.sandbox.junit;

import org.jspecify.annotations.NullMarked;
