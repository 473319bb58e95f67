/** Events, on their way to the API server. */
@NullMarked
package dev.hpa.controller.events;

import org.jspecify.annotations.NullMarked;
