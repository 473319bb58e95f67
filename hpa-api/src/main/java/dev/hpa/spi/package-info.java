/**
 * What vendors compile against: metric providers and scale clients.
 *
 * <p>A provider is found by {@link java.util.ServiceLoader} through its factory, {@link
 * dev.hpa.spi.MetricProviderFactory} or {@link dev.hpa.spi.ScaleClientFactory}. Factories are cheap
 * and asked for their name only; instances are created by the controller when they are needed and
 * closed by it. Everything that crosses this border is an immutable value.
 */
@NullMarked
package dev.hpa.spi;

import org.jspecify.annotations.NullMarked;
