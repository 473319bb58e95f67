/**
 * Forecasts of the loads of autoscalers: their recorded past, kept in memory or read from
 * Prometheus, and the forecasters.
 */
@NullMarked
package dev.hpa.controller.forecast;

import org.jspecify.annotations.NullMarked;
