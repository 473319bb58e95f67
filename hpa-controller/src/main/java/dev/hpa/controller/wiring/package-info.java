/** Dependency injection of the controller. */
@NullMarked
package dev.hpa.controller.wiring;

import org.jspecify.annotations.NullMarked;
