/**
 * Replays recorded exchanges of the Kubernetes metrics and scale clients to a metric provider or
 * scale client, which must send the same requests at the same times and return the same results.
 */
@NullMarked
package dev.hpa.kube.replay;

import org.jspecify.annotations.NullMarked;
