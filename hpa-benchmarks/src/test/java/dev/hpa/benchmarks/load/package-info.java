@NullMarked
package dev.hpa.benchmarks.load;

import org.jspecify.annotations.NullMarked;
