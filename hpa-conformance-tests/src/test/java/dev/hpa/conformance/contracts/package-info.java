@NullMarked
package dev.hpa.conformance.contracts;

import org.jspecify.annotations.NullMarked;
