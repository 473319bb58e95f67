/** What an API server serves, and which resource a kind is. */
@NullMarked
package dev.hpa.spi.discovery;

import org.jspecify.annotations.NullMarked;
