/** Converts ScaledObjects of KEDA to autoscalers, rules for Prometheus, and options. */
@NullMarked
package dev.hpa.cli.keda;

import org.jspecify.annotations.NullMarked;
