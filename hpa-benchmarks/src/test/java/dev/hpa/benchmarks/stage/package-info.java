@NullMarked
package dev.hpa.benchmarks.stage;

import org.jspecify.annotations.NullMarked;
