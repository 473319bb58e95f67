/** Where cases happen: a cluster, an implementation at work in it, and everything that is seen. */
@NullMarked
package dev.hpa.conformance.environment;

import org.jspecify.annotations.NullMarked;
