/** JMH kernels of the hot paths, and load benchmarks of controllers and of the sandbox. */
@NullMarked
package dev.hpa.benchmarks;

import org.jspecify.annotations.NullMarked;
