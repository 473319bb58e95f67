@NullMarked
package dev.hpa.app.metrics;

import org.jspecify.annotations.NullMarked;
