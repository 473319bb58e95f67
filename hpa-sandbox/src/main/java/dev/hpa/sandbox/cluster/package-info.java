/**
 * The registry of the sandbox's API server: its resources, their strategies, and reads and writes
 * of objects. HTTP requests and the sandbox's own controllers use the same {@link
 * dev.hpa.sandbox.cluster.Cluster}.
 */
@NullMarked
package dev.hpa.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
