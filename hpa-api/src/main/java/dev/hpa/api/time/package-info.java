/**
 * Injectable clocks. A controller and a sandbox each use one {@link dev.hpa.api.time.Timeline}; no
 * other code of this project reads the system clock or sleeps.
 */
@NullMarked
package dev.hpa.api.time;

import org.jspecify.annotations.NullMarked;
