/**
 * Soak tests: many autoscalers, hours of cluster time, random faults, and a check of every write.
 */
@NullMarked
package dev.hpa.controller.soak;

import org.jspecify.annotations.NullMarked;
