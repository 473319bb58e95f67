@NullMarked
package dev.hpa.spi.discovery;

import org.jspecify.annotations.NullMarked;
