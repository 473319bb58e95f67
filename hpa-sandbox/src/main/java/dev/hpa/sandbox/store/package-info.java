/**
 * The objects of the cluster: one store per resource, one sequence of revisions for all of them,
 * and a log of changes per resource that watches read from.
 */
@NullMarked
package dev.hpa.sandbox.store;

import org.jspecify.annotations.NullMarked;
