/** How the controller is put together. */
@NullMarked
package dev.hpa.controller.wiring;

import org.jspecify.annotations.NullMarked;
