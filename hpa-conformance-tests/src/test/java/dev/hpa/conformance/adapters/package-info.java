@NullMarked
package dev.hpa.conformance.adapters;

import org.jspecify.annotations.NullMarked;
