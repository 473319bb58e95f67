/**
 * Soak tests: many autoscalers, hours of cluster time, random faults, and a check of every write.
 */
@NullMarked
package dev.hpa.app.soak;

import org.jspecify.annotations.NullMarked;
