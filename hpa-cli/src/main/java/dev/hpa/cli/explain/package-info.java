/** The command that explains decisions about a live autoscaler. */
@NullMarked
package dev.hpa.cli.explain;

import org.jspecify.annotations.NullMarked;
