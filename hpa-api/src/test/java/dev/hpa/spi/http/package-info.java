@NullMarked
package dev.hpa.spi.http;

import org.jspecify.annotations.NullMarked;
