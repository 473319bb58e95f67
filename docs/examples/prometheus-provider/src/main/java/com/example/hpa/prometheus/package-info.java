/** A metric provider that queries a Prometheus server. */
@NullMarked
package com.example.hpa.prometheus;

import org.jspecify.annotations.NullMarked;
