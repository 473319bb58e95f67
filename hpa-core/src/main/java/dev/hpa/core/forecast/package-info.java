/**
 * Forecasts of loads, the built-in forecasters, and the error of a forecaster against what came.
 * Pure functions.
 */
@NullMarked
package dev.hpa.core.forecast;

import org.jspecify.annotations.NullMarked;
