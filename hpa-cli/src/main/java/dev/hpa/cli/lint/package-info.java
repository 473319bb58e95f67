/** Rules for autoscalers and the objects around them, and reports of what they find. */
@NullMarked
package dev.hpa.cli.lint;

import org.jspecify.annotations.NullMarked;
