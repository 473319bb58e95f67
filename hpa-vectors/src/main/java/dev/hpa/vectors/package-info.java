/**
 * Test vectors: inputs with the results of Kubernetes v1.37.2 and v1.36.2. The README of the module
 * describes their format and where they come from.
 */
@NullMarked
package dev.hpa.vectors;

import org.jspecify.annotations.NullMarked;
