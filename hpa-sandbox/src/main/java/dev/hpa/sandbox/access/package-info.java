/**
 * Who somebody is and what they may do: tokens and the users they stand for, roles and their
 * bindings, and the log of who did what.
 */
@NullMarked
package dev.hpa.sandbox.access;

import org.jspecify.annotations.NullMarked;
