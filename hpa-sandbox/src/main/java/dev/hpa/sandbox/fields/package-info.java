/**
 * Who has set which fields of an object, and what follows for those who write it next. See {@link
 * dev.hpa.sandbox.fields.FieldManager} for the theory.
 */
@NullMarked
package dev.hpa.sandbox.fields;

import org.jspecify.annotations.NullMarked;
