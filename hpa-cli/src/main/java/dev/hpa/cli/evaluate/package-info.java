/** File-based scenarios: format, evaluation and comparison of results. */
@NullMarked
package dev.hpa.cli.evaluate;

import org.jspecify.annotations.NullMarked;
