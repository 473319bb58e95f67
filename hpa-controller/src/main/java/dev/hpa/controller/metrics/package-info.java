/** The metrics of a running controller: upstream's families by their names, and what it misses. */
@NullMarked
package dev.hpa.controller.metrics;

import org.jspecify.annotations.NullMarked;
