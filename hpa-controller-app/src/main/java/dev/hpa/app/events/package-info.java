/** Events, on their way to the API server. */
@NullMarked
package dev.hpa.app.events;

import org.jspecify.annotations.NullMarked;
