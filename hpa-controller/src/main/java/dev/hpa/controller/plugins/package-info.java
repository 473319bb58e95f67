/**
 * Metric providers and scale clients: how they are found, configured, chosen and kept from harming
 * each other.
 */
@NullMarked
package dev.hpa.controller.plugins;

import org.jspecify.annotations.NullMarked;
