@NullMarked
package dev.hpa.controller.metrics;

import org.jspecify.annotations.NullMarked;
