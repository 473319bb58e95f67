/**
 * The PATCH types of a Kubernetes API server: JSON patch, JSON merge patch and strategic merge
 * patch.
 */
@NullMarked
package dev.hpa.sandbox.patch;

import org.jspecify.annotations.NullMarked;
