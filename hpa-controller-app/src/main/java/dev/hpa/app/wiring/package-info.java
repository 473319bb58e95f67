/** How the controller is put together. */
@NullMarked
package dev.hpa.app.wiring;

import org.jspecify.annotations.NullMarked;
