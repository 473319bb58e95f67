/** Tests of the manifests against recordings and damaged input. */
@NullMarked
package dev.hpa.app.preflight;

import org.jspecify.annotations.NullMarked;
