/** Replays of autoscalers and their workloads in virtual time, under a recorded load. */
@NullMarked
package dev.hpa.cli.simulate;

import org.jspecify.annotations.NullMarked;
