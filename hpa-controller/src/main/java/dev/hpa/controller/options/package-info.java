/**
 * The options of autoscalers in a cluster: their annotations and those of their namespaces,
 * rollouts of targets, and outages of metrics providers.
 */
@NullMarked
package dev.hpa.controller.options;

import org.jspecify.annotations.NullMarked;
