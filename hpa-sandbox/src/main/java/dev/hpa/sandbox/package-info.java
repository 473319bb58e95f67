/**
 * A Kubernetes cluster in this process: an API server on a loopback port and a simulation of the
 * workloads it holds.
 */
@NullMarked
package dev.hpa.sandbox;

import org.jspecify.annotations.NullMarked;
