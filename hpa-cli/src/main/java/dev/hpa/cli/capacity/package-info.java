/** Whether the workloads with HPAs fit into quotas and nodes. */
@NullMarked
package dev.hpa.cli.capacity;

import org.jspecify.annotations.NullMarked;
