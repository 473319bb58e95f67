/** The query API of Prometheus, and of servers that have it too. */
@NullMarked
package dev.hpa.metrics.prometheus.client;

import org.jspecify.annotations.NullMarked;
