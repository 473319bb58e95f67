/** Recorded traffic of a real control plane, for replay tests. */
@NullMarked
package dev.hpa.sandbox.recordings;

import org.jspecify.annotations.NullMarked;
