@NullMarked
package dev.hpa.conformance.stage;

import org.jspecify.annotations.NullMarked;
