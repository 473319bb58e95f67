package dev.hpa.kube.discovery;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one address of discovery tells.
 *
 * @param resources by group version; null when the server tells groups only
 */
record DiscoveryDocument(
    List<ApiGroup> groups, @Nullable Map<String, List<ApiResource>> resources) {}
