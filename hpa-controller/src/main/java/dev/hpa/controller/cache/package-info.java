/**
 * The caches of the controller: autoscalers, pods indexed by label, the selectors of all
 * autoscalers, and optionally the scales of their targets.
 */
@NullMarked
package dev.hpa.controller.cache;

import org.jspecify.annotations.NullMarked;
