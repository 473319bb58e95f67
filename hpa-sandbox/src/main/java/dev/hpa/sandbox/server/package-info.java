/**
 * The Kubernetes protocol over HTTP: routing, verbs, watches, discovery and the forms of bodies.
 */
@NullMarked
package dev.hpa.sandbox.server;

import org.jspecify.annotations.NullMarked;
