/** Conversion of the models of client-java. */
@NullMarked
package dev.hpa.clientjava;

import org.jspecify.annotations.NullMarked;
