/**
 * Metric providers and scale clients: how they are found, configured, chosen and kept from harming
 * each other.
 */
@NullMarked
package dev.hpa.app.plugins;

import org.jspecify.annotations.NullMarked;
