/**
 * Objects as the rows of a table, which is what {@code kubectl get} asks the server for and shows.
 * {@link dev.hpa.sandbox.table.Tables} is the way in; each resource is declared once, by its
 * columns and the function from an object to its cells.
 */
@NullMarked
package dev.hpa.sandbox.table;

import org.jspecify.annotations.NullMarked;
