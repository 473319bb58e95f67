/** Feature gates of Kubernetes and the emulated version. */
@NullMarked
package dev.hpa.app.features;

import org.jspecify.annotations.NullMarked;
