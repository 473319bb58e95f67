/** Load benchmark: compares the decisions and the resource usage of controllers. */
@NullMarked
package dev.hpa.benchmarks.load;

import org.jspecify.annotations.NullMarked;
