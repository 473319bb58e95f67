/**
 * How much the sandbox bears: a process of its own, full of pods and autoscalers, under watches and
 * updates.
 */
@NullMarked
package dev.hpa.benchmarks.sandbox;

import org.jspecify.annotations.NullMarked;
