/** Go's text/template, as far as configurations of queries use it. */
@NullMarked
package dev.hpa.metrics.prometheus.template;

import org.jspecify.annotations.NullMarked;
