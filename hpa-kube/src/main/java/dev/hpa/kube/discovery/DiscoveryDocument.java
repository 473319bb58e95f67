package dev.hpa.kube.discovery;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one discovery endpoint.
 *
 * @param resources by group version; null if the server returned only groups
 */
record DiscoveryDocument(
    List<ApiGroup> groups, @Nullable Map<String, List<ApiResource>> resources) {}
