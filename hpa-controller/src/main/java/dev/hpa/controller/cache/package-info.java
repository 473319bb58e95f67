/**
 * What the controller keeps of the cluster: pods, small and indexed by label, the selectors of all
 * autoscalers, and, if asked to, the scales of their targets.
 */
@NullMarked
package dev.hpa.controller.cache;

import org.jspecify.annotations.NullMarked;
