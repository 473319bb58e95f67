/** Queues and budgets that divide what is scarce fairly between namespaces and autoscalers. */
@NullMarked
package dev.hpa.controller.queue;

import org.jspecify.annotations.NullMarked;
