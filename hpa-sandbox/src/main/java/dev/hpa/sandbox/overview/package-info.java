/** What the page of a sandbox shows: its workloads, autoscalers and last requests. */
@NullMarked
package dev.hpa.sandbox.overview;

import org.jspecify.annotations.NullMarked;
