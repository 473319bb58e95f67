/** Metric providers and scale clients: discovery, configuration, routing and isolation. */
@NullMarked
package dev.hpa.controller.plugins;

import org.jspecify.annotations.NullMarked;
