@NullMarked
package dev.hpa.tck;

import org.jspecify.annotations.NullMarked;
