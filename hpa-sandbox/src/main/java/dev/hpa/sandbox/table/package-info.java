/**
 * Server-side printing: objects as a {@code Table}, as {@code kubectl get} requests it. {@link
 * dev.hpa.sandbox.table.Tables} is the entry point; each resource declares its columns and a
 * function from an object to its cells.
 */
@NullMarked
package dev.hpa.sandbox.table;

import org.jspecify.annotations.NullMarked;
