/** A sandbox in a process of its own, full of pods and autoscalers, for benchmarks to load. */
@NullMarked
package dev.hpa.benchmarks.setup;

import org.jspecify.annotations.NullMarked;
