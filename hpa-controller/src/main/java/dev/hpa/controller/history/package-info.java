/** The recent decisions about each autoscaler, for the dashboard. */
@NullMarked
package dev.hpa.controller.history;

import org.jspecify.annotations.NullMarked;
