/** Structured log lines, and text that is safe to log. */
@NullMarked
package dev.hpa.controller.log;

import org.jspecify.annotations.NullMarked;
