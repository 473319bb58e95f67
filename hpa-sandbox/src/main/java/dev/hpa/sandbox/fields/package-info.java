/** Managed fields; {@link dev.hpa.sandbox.fields.FieldManager} describes the rules. */
@NullMarked
package dev.hpa.sandbox.fields;

import org.jspecify.annotations.NullMarked;
