/**
 * Contracts of the SPI as tests: an author of a metric provider or scale client extends one class
 * and says which source with which values it is tried on.
 */
@NullMarked
package dev.hpa.conformance.contracts;

import org.jspecify.annotations.NullMarked;
