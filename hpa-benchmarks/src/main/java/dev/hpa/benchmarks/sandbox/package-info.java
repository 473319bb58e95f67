/**
 * Benchmark of the sandbox: a separate process with many pods and autoscalers, watches and updates.
 */
@NullMarked
package dev.hpa.benchmarks.sandbox;

import org.jspecify.annotations.NullMarked;
