@NullMarked
package dev.hpa.conformance.environment;

import org.jspecify.annotations.NullMarked;
