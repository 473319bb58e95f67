/** The HPAs of a cluster or of files, each with its workload, for commands about their past. */
@NullMarked
package dev.hpa.cli.fleet;

import org.jspecify.annotations.NullMarked;
