/**
 * A day of decisions in about a second: autoscalers on the sandbox's cluster in virtual time, under
 * a recorded demand, with what came of it.
 */
@NullMarked
package dev.hpa.cli.simulate;

import org.jspecify.annotations.NullMarked;
