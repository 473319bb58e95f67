/**
 * An in-process Kubernetes cluster: an API server on a loopback port and a simulation of its
 * workloads.
 */
@NullMarked
package dev.hpa.sandbox;

import org.jspecify.annotations.NullMarked;
