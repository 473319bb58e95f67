@NullMarked
package dev.hpa.benchmarks.setup;

import org.jspecify.annotations.NullMarked;
