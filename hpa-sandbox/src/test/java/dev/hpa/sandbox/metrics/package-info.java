@NullMarked
package dev.hpa.sandbox.metrics;

import org.jspecify.annotations.NullMarked;
