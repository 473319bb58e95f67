/**
 * The service provider interface: metric providers and scale clients.
 *
 * <p>{@link java.util.ServiceLoader} finds a provider through its factory, {@link
 * dev.hpa.spi.MetricProviderFactory} or {@link dev.hpa.spi.ScaleClientFactory}. Creating a factory
 * has no side effects; the controller creates instances when it needs them and closes them. All
 * values that cross the interface are immutable.
 */
@NullMarked
package dev.hpa.spi;

import org.jspecify.annotations.NullMarked;
