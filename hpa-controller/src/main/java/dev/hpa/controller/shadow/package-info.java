/** Shadow mode: compares decisions with those of an active controller, without writing. */
@NullMarked
package dev.hpa.controller.shadow;

import org.jspecify.annotations.NullMarked;
