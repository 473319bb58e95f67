package dev.hpa.sandbox.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Timestamps;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.request.ApiRequest;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.RequestInfo;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The aggregation layer: proxies the group versions of APIServices with a service to their server.
 * Discovery lists them while that server responds. The service must be of type ExternalName, since
 * nothing listens on other addresses.
 */
public final class AggregationLayer {

  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final Map<ObjectKey, Backend> backends = new ConcurrentHashMap<>();

  private AggregationLayer(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Follows the APIServices of a cluster. */
  public static AggregationLayer in(Cluster cluster) {
    AggregationLayer aggregation = new AggregationLayer(cluster);
    cluster.objects(ResourceTypes.API_SERVICES).onChange(aggregation::apply);
    return aggregation;
  }

  /**
   * A group version that another server serves.
   *
   * @param rank the higher, the earlier the group and then the version is listed
   * @param resources the last discovery response; null while the server does not respond
   */
  private record Backend(
      String group,
      String version,
      Rank rank,
      AggregatedServer upstream,
      @Nullable List<ApiGroups.Resource> resources) {

    public static @Nullable Backend of(StoredObject apiService) {
      ObjectNode tree = apiService.tree();
      JsonNode spec = tree.path("spec");
      return spec.path("service").isObject()
          ? new Backend(
              spec.path("group").asText(),
              spec.path("version").asText(),
              new Rank(
                  spec.path("groupPriorityMinimum").asInt(), spec.path("versionPriority").asInt()),
              AggregatedServer.of(spec),
              null)
          : null;
    }

    Backend with(@Nullable List<ApiGroups.Resource> newResources) {
      return new Backend(group, version, rank, upstream, newResources);
    }
  }

  private record Rank(int group, int version) implements Comparable<Rank> {

    private static final Comparator<Rank> ORDER =
        Comparator.comparingInt(Rank::group).thenComparingInt(Rank::version).reversed();

    @Override
    public int compareTo(Rank other) {
      return ORDER.compare(this, other);
    }
  }

  private void apply(Change change) {
    ObjectKey key = change.last().key();
    Backend known = backends.get(key);
    StoredObject after = change.after();
    Backend backend = after == null ? null : Backend.of(after);
    if (backend == null) {
      backends.remove(key);
    } else if (known != null && known.upstream().equals(backend.upstream())) {
      backends.put(key, backend.with(known.resources()));
    } else {
      backends.put(key, backend);
      Thread.startVirtualThread(() -> check(key));
    }
  }

  /**
   * Reads the discovery of a server, sets the condition Available, and schedules the next check.
   */
  private void check(ObjectKey key) {
    Backend asked = backends.get(key);
    if (asked == null) {
      return;
    }
    List<ApiGroups.Resource> resources = resources(asked);
    backends.computeIfPresent(
        key, (same, now) -> now.upstream().equals(asked.upstream()) ? now.with(resources) : now);
    updateStatus(key, resources != null);
    cluster
        .timeline()
        .schedule(CHECK_INTERVAL, () -> Thread.startVirtualThread(() -> checkAgain(key, asked)));
  }

  private void checkAgain(ObjectKey key, Backend before) {
    Backend now = backends.get(key);
    if (now != null && now.upstream().equals(before.upstream())) {
      check(key);
    }
  }

  private @Nullable List<ApiGroups.Resource> resources(Backend backend) {
    try {
      return backend.upstream().resources(cluster, backend.group(), backend.version());
    } catch (StatusException absent) {
      return null;
    }
  }

  private void updateStatus(ObjectKey key, boolean available) {
    StoredObject stored = cluster.find(ResourceTypes.API_SERVICES, key);
    String status = available ? "True" : "False";
    if (stored == null || stored.tree().at("/status/conditions/0/status").asText().equals(status)) {
      return;
    }
    try {
      cluster.updateStatus(
          ResourceTypes.API_SERVICES,
          key,
          "",
          tree -> withCondition(tree, available, status),
          false);
    } catch (StatusException deleted) {
      // The APIService was deleted; apply() handles the deletion.
    }
  }

  private ObjectNode withCondition(ObjectNode tree, boolean available, String status) {
    tree.putObject("status")
        .putArray("conditions")
        .addObject()
        .put("type", "Available")
        .put("status", status)
        .put("lastTransitionTime", Timestamps.format(cluster.now()))
        .put("reason", available ? "Passed" : "FailedDiscoveryCheck")
        .put(
            "message",
            available ? "all checks passed" : "failing or missing response from the service");
    return tree;
  }

  /** Whether another server serves this path. */
  public boolean serves(List<String> path) {
    return find(path) != null;
  }

  private @Nullable Backend find(List<String> path) {
    return path.size() < 3 || !path.getFirst().equals("apis")
        ? null
        : backends.get(new ObjectKey("", path.get(2) + "." + path.get(1)));
  }

  /** The response of the other server. */
  public ApiResponse answer(ApiRequest request) {
    Backend backend = find(request.path());
    if (backend == null) {
      throw RequestInfo.notFound();
    }
    return backend.upstream().answer(cluster, request);
  }

  /** The groups of other servers that respond, in order. */
  List<ApiGroups.Group> groups() {
    Map<String, List<ApiGroups.GroupVersion>> groups = new LinkedHashMap<>();
    backends.values().stream()
        .sorted(Comparator.comparing(Backend::rank).thenComparing(Backend::version))
        .forEach(
            backend -> {
              List<ApiGroups.Resource> resources = backend.resources();
              if (resources != null) {
                groups
                    .computeIfAbsent(backend.group(), any -> new ArrayList<>())
                    .add(new ApiGroups.GroupVersion(backend.version(), resources));
              }
            });
    return groups.entrySet().stream()
        .map(group -> new ApiGroups.Group(group.getKey(), group.getValue()))
        .toList();
  }
}
