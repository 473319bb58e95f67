@NullMarked
package dev.hpa.conformance.rules;

import org.jspecify.annotations.NullMarked;
