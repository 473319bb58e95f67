@NullMarked
package dev.hpa.conformance.decisions;

import org.jspecify.annotations.NullMarked;
