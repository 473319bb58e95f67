/** The command that lists the options of autoscalers. */
@NullMarked
package dev.hpa.cli.options;

import org.jspecify.annotations.NullMarked;
