/**
 * Tests of the API model. Tests named {@code *VectorsTest} read recorded cases and are skipped
 * without them.
 */
@NullMarked
package dev.hpa.api;

import org.jspecify.annotations.NullMarked;
