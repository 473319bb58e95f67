/** The overview page of a sandbox: workloads, autoscalers and recent requests. */
@NullMarked
package dev.hpa.sandbox.overview;

import org.jspecify.annotations.NullMarked;
