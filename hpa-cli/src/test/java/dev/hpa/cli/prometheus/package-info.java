/** The provider for Prometheus with a real server; run by the profile {@code prometheus}. */
@NullMarked
package dev.hpa.cli.prometheus;

import org.jspecify.annotations.NullMarked;
