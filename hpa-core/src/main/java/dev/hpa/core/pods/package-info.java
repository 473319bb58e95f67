/**
 * The pods of a target as far as decisions need them, read from what the API server has, and those
 * of a selection that the target owns.
 */
@NullMarked
package dev.hpa.core.pods;

import org.jspecify.annotations.NullMarked;
