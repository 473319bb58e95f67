/** Starts a sandbox with pods and autoscalers in a separate process. */
@NullMarked
package dev.hpa.benchmarks.setup;

import org.jspecify.annotations.NullMarked;
