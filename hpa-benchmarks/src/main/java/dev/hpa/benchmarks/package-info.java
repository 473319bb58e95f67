/** Load benchmarks of controllers and of the sandbox. */
@NullMarked
package dev.hpa.benchmarks;

import org.jspecify.annotations.NullMarked;
