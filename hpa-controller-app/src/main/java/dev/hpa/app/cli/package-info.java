/** The commands and what they share: help, errors, logging. */
@NullMarked
package dev.hpa.app.cli;

import org.jspecify.annotations.NullMarked;
