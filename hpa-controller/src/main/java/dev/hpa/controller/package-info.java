/**
 * The controller as a library: {@link dev.hpa.controller.HpaController}. The packages below hold
 * its parts; of them an application uses the option types and the results that this package names.
 */
@NullMarked
package dev.hpa.controller;

import org.jspecify.annotations.NullMarked;
