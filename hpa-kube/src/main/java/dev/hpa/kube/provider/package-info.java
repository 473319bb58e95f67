/** What the built-in metric providers have beyond the SPI. */
@NullMarked
package dev.hpa.kube.provider;

import org.jspecify.annotations.NullMarked;
