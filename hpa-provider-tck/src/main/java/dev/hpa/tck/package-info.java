/**
 * Contract tests of the SPI in {@code dev.hpa.spi}: the author of a metric provider or scale client
 * extends one class and supplies the factory and test data.
 */
@NullMarked
package dev.hpa.tck;

import org.jspecify.annotations.NullMarked;
