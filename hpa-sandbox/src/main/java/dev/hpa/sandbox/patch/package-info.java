/**
 * The three forms of PATCH a Kubernetes API server understands, each a function of a document and a
 * patch.
 */
@NullMarked
package dev.hpa.sandbox.patch;

import org.jspecify.annotations.NullMarked;
