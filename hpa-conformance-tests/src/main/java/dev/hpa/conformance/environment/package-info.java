/** The test environment: cluster, implementation process, metrics APIs and recording proxy. */
@NullMarked
package dev.hpa.conformance.environment;

import org.jspecify.annotations.NullMarked;
