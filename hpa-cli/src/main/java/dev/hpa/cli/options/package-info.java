/** The command about options of autoscalers: their keys, and those that apply in manifests. */
@NullMarked
package dev.hpa.cli.options;

import org.jspecify.annotations.NullMarked;
