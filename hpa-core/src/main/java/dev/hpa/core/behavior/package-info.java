/**
 * From recommended to desired replicas: the stabilization windows and rate limits of {@code
 * spec.behavior} or of the settings, the bounds, and the history that windows and limits need.
 */
@NullMarked
package dev.hpa.core.behavior;

import org.jspecify.annotations.NullMarked;
