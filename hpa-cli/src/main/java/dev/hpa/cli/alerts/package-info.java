/** Alerts about HPAs of any cluster. */
@NullMarked
package dev.hpa.cli.alerts;

import org.jspecify.annotations.NullMarked;
