package dev.hpa.sandbox.metricsapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.DeleteOptions;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.ServedMetricsApis;
import dev.hpa.sandbox.store.ObjectKey;
import java.util.List;
import java.util.Set;

/**
 * Keeps an available APIService for each version of the served metrics APIs, as metrics-server and
 * the adapters would register them.
 */
public final class MetricsApiServices {

  private final Cluster cluster;

  private MetricsApiServices(Cluster cluster) {
    this.cluster = cluster;
  }

  public static void follow(Cluster cluster, ServedMetricsApis apis) {
    apis.follow(new MetricsApiServices(cluster)::keep);
  }

  private void keep(Set<MetricsApi> served) {
    for (MetricsApi api : MetricsApi.values()) {
      for (ApiGroupVersion version : versions(api)) {
        ObjectKey key = new ObjectKey("", version.version() + "." + version.group());
        boolean exists = cluster.find(ResourceTypes.API_SERVICES, key) != null;
        if (served.contains(api) && !exists) {
          create(version, key);
        } else if (!served.contains(api) && exists) {
          cluster.delete(ResourceTypes.API_SERVICES, key, DeleteOptions.DEFAULT);
        }
      }
    }
  }

  private static List<ApiGroupVersion> versions(MetricsApi api) {
    return switch (api) {
      case RESOURCE_V1 -> List.of(new ApiGroupVersion(ResourceMetricsHandler.GROUP, "v1"));
      case RESOURCE_V1BETA1 ->
          List.of(new ApiGroupVersion(ResourceMetricsHandler.GROUP, "v1beta1"));
      case CUSTOM ->
          CustomMetricsHandler.VERSIONS.stream()
              .map(version -> new ApiGroupVersion(CustomMetricsHandler.GROUP, version))
              .toList();
      case EXTERNAL ->
          List.of(
              new ApiGroupVersion(ExternalMetricsHandler.GROUP, ExternalMetricsHandler.VERSION));
      case HEAPSTER -> List.of();
    };
  }

  private void create(ApiGroupVersion version, ObjectKey key) {
    ObjectNode service = JsonNodeFactory.instance.objectNode();
    service.put("kind", "APIService").put("apiVersion", "apiregistration.k8s.io/v1");
    service.putObject("metadata").put("name", key.name());
    service
        .putObject("spec")
        .put("group", version.group())
        .put("version", version.version())
        .put("groupPriorityMinimum", 100)
        .put("versionPriority", 100);
    cluster.create(ResourceTypes.API_SERVICES, "", service, false);
    cluster.updateStatus(ResourceTypes.API_SERVICES, key, "", this::available, false);
  }

  private ObjectNode available(ObjectNode service) {
    service
        .putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Available")
        .put("status", "True")
        .put("lastTransitionTime", Timestamps.format(cluster.now()))
        .put("reason", "Local")
        .put("message", "Local APIServices are always available");
    return service;
  }
}
