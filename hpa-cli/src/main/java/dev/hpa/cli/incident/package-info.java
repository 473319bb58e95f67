/** {@code hpa incident}: why the replicas of the past changed, by a replay of the recorded load. */
@NullMarked
package dev.hpa.cli.incident;

import org.jspecify.annotations.NullMarked;
