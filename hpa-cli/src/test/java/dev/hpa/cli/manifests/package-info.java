/** Tests of the manifests against recordings and damaged input. */
@NullMarked
package dev.hpa.cli.manifests;

import org.jspecify.annotations.NullMarked;
