/** Tests of the API model; those named after vectors read recorded cases if these are at hand. */
@NullMarked
package dev.hpa.api;

import org.jspecify.annotations.NullMarked;
