/** JMH kernels of the hot paths and the load benchmark that drives any controller command. */
@NullMarked
package dev.hpa.benchmarks;

import org.jspecify.annotations.NullMarked;
