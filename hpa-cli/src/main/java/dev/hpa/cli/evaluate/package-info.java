/**
 * Decisions about clusters that stand in a file: the scenario format, its evaluation and its
 * comparison.
 */
@NullMarked
package dev.hpa.cli.evaluate;

import org.jspecify.annotations.NullMarked;
