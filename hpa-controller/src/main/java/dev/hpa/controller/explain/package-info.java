/** Explanations of live autoscalers, and what their JSON is made of. */
@NullMarked
package dev.hpa.controller.explain;

import org.jspecify.annotations.NullMarked;
