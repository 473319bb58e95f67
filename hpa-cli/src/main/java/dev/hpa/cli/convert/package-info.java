/** Converts autoscalers in files to another API version. */
@NullMarked
package dev.hpa.cli.convert;

import org.jspecify.annotations.NullMarked;
