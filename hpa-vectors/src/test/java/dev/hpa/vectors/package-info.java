@NullMarked
package dev.hpa.vectors;

import org.jspecify.annotations.NullMarked;
