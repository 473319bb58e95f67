@NullMarked
package dev.hpa.conformance;

import org.jspecify.annotations.NullMarked;
