/**
 * What the controller keeps of the cluster: pods, small and indexed by label, and the selectors of
 * all autoscalers.
 */
@NullMarked
package dev.hpa.app.cache;

import org.jspecify.annotations.NullMarked;
