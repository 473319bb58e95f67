@NullMarked
package dev.hpa.cli.capacity;

import org.jspecify.annotations.NullMarked;
