/** Explains decisions about live autoscalers. */
@NullMarked
package dev.hpa.cli.explain;

import org.jspecify.annotations.NullMarked;
