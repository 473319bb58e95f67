/**
 * What the API server of the sandbox means: its resources, declared in one table, and the rules for
 * writing them. Requests over HTTP and the sandbox's own controllers go through the same {@link
 * dev.hpa.sandbox.cluster.Cluster}.
 */
@NullMarked
package dev.hpa.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
