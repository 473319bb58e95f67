/** Conversion of autoscalers in files to another version. */
@NullMarked
package dev.hpa.cli.convert;

import org.jspecify.annotations.NullMarked;
