/**
 * The controller as a library: {@link dev.hpa.controller.HpaController}. Of the subpackages, only
 * the option and result types that this package refers to are public API.
 */
@NullMarked
package dev.hpa.controller;

import org.jspecify.annotations.NullMarked;
