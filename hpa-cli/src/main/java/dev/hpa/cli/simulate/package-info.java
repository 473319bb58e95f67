/** Simulation of autoscalers on the sandbox's cluster in virtual time, under a recorded load. */
@NullMarked
package dev.hpa.cli.simulate;

import org.jspecify.annotations.NullMarked;
