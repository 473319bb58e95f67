/**
 * What a controller makes of many autoscalers, and what it takes: any controllers, side by side.
 */
@NullMarked
package dev.hpa.benchmarks.load;

import org.jspecify.annotations.NullMarked;
