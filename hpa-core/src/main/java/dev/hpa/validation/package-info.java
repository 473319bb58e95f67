/**
 * The validation of the API server: of autoscalers, of the metadata of any object, and of the
 * fields of a body. Pure functions.
 */
@NullMarked
package dev.hpa.validation;

import org.jspecify.annotations.NullMarked;
