/**
 * The storage, in place of etcd: one store per resource, one sequence of revisions for all, and a
 * change log per resource that watches read.
 */
@NullMarked
package dev.hpa.sandbox.store;

import org.jspecify.annotations.NullMarked;
