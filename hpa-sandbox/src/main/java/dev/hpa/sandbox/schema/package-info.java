/** The schemas of the API kinds: field types, merge strategies and descriptions. */
@NullMarked
package dev.hpa.sandbox.schema;

import org.jspecify.annotations.NullMarked;
