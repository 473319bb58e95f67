package dev.hpa.controller.state;

import dev.hpa.kube.client.WriteFence;
import dev.hpa.spi.KubernetesApi;

/**
 * The access to the ConfigMaps of a shard.
 *
 * @param api does not retry; its writes are bounded by the fence
 * @param fence open while the Lease of the shard is held
 */
public record StateAccess(KubernetesApi api, WriteFence fence) {}
