/**
 * Time as an object. A controller and a sandbox each get one {@link dev.hpa.api.time.Timeline};
 * nothing in this project reads the system clock or sleeps on its own.
 */
@NullMarked
package dev.hpa.api.time;

import org.jspecify.annotations.NullMarked;
