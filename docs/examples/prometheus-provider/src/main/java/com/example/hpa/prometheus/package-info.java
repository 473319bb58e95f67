/** Metrics asked of a Prometheus server. */
@NullMarked
package com.example.hpa.prometheus;

import org.jspecify.annotations.NullMarked;
