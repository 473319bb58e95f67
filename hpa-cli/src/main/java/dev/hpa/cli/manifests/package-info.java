/** Kubernetes objects in files, read by {@code convert}, {@code lint} and {@code simulate}. */
@NullMarked
package dev.hpa.cli.manifests;

import org.jspecify.annotations.NullMarked;
