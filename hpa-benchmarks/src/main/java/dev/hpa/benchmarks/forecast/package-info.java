/** Benchmark of forecasts and schedules: simulations under synthetic loads. */
@NullMarked
package dev.hpa.benchmarks.forecast;

import org.jspecify.annotations.NullMarked;
