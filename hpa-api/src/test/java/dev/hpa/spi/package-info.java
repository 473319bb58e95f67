@NullMarked
package dev.hpa.spi;

import org.jspecify.annotations.NullMarked;
