package dev.hpa.spi;

import dev.hpa.api.time.Timeline;

/**
 * What a factory is given.
 *
 * @param api the API server the controller works with, under the controller's identity
 * @param timeline the controller's time
 */
public record ProviderContext(KubernetesApi api, Timeline timeline) {}
