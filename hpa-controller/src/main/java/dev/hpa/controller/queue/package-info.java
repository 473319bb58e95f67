/** Queues that divide a scarce resource fairly between namespaces and autoscalers. */
@NullMarked
package dev.hpa.controller.queue;

import org.jspecify.annotations.NullMarked;
