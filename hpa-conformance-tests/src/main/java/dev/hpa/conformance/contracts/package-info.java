/**
 * Contract tests of the SPI: the author of a metric provider or scale client extends one class and
 * supplies the factory and test data.
 */
@NullMarked
package dev.hpa.conformance.contracts;

import org.jspecify.annotations.NullMarked;
