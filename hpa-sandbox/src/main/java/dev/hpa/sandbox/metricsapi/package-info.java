/** The metrics APIs: resource, custom, external and Heapster's. */
@NullMarked
package dev.hpa.sandbox.metricsapi;

import org.jspecify.annotations.NullMarked;
