/** Soak tests: many autoscalers and random faults, while neither heap nor threads may grow. */
@NullMarked
package dev.hpa.controller.soak;

import org.jspecify.annotations.NullMarked;
