package dev.hpa.kube.discovery;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the discovery documents of an API server. Does not cache. Thread-safe.
 *
 * <p>Servers since Kubernetes 1.27 return groups and resources in one aggregated document; for
 * older ones the resources of each group version are requested separately. Versions that are stale,
 * cannot be read, or are not read within 10 s are omitted.
 */
public final class Discovery {

  /** For one version; real time. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final KubernetesApi api;
  private final VersionReads reads;

  public Discovery(KubernetesApi api) {
    this(api, LONGEST);
  }

  /**
   * @param longest that the response for one of several versions is waited for, in real time
   */
  Discovery(KubernetesApi api, Duration longest) {
    this.api = api;
    this.reads = new VersionReads(longest);
  }

  /** The groups, core first, with two requests. */
  public List<ApiGroup> groups() throws KubernetesApiException {
    return documents().groups();
  }

  /**
   * One group, with one request; empty if the server does not serve it. Unlike {@link #groups}, the
   * group has the versions of unavailable APIServices too.
   *
   * @param name not empty
   */
  public Optional<ApiGroup> group(String name) throws KubernetesApiException {
    try {
      return Optional.of(
          api.call(
              ApiRequest.get("/apis/" + name, Map.of(), ApiRequest.Subject.NONE),
              DiscoveryReader::group));
    } catch (KubernetesApiException failure) {
      if (failure.code() == 404) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** The kinds and resources of all groups. */
  RestMapping everything() throws KubernetesApiException {
    DiscoveryDocument documents = documents();
    return new RestMapping(
        documents.groups(),
        documents.resources() == null ? oneByOne(documents.groups()) : documents.resources());
  }

  private DiscoveryDocument documents() throws KubernetesApiException {
    DiscoveryDocument core = core();
    DiscoveryDocument named = get("/apis", DiscoveryReader.ofGroups());
    Map<String, List<ApiResource>> resources = null;
    if (core.resources() != null && named.resources() != null) {
      resources = new HashMap<>(core.resources());
      resources.putAll(named.resources());
    }
    return new DiscoveryDocument(
        Stream.concat(core.groups().stream(), named.groups().stream()).toList(), resources);
  }

  /** Aggregated API servers may have no core group. */
  private DiscoveryDocument core() throws KubernetesApiException {
    try {
      return get("/api", DiscoveryReader.ofCore());
    } catch (KubernetesApiException failure) {
      if (failure.reason().equals("NotFound")) {
        return new DiscoveryDocument(List.of(), Map.of());
      }
      throw failure;
    }
  }

  private DiscoveryDocument get(String path, DiscoveryReader reader) throws KubernetesApiException {
    return api.call(
        ApiRequest.get(
            path, Map.of(), ApiRequest.Subject.NONE, ApiRequest.ResponseFormat.DISCOVERY),
        reader);
  }

  /** Requests each group version; retries transient failures once at the end. */
  private Map<String, List<ApiResource>> oneByOne(List<ApiGroup> groups) {
    DiscoveryRoom room = new DiscoveryRoom();
    Map<String, DiscoveryRoom.Version> found = new HashMap<>();
    List<String> again = new ArrayList<>();
    for (ApiGroup group : groups) {
      for (ApiGroup.Version version : group.versions()) {
        try {
          put(found, room, version.groupVersion());
        } catch (KubernetesApiException failure) {
          if (isTransient(failure)) {
            again.add(version.groupVersion());
          }
        }
      }
    }
    for (String groupVersion : again) {
      try {
        put(found, room, groupVersion);
      } catch (KubernetesApiException failure) {
        // The version stays unknown until the next round.
      }
    }
    Map<String, List<ApiResource>> resources = new HashMap<>();
    found.forEach(
        (groupVersion, version) -> {
          if (!version.resources().isEmpty()) {
            resources.put(groupVersion, version.resources());
          }
        });
    return resources;
  }

  private void put(
      Map<String, DiscoveryRoom.Version> found, DiscoveryRoom room, String groupVersion)
      throws KubernetesApiException {
    DiscoveryRoom.Version version = room.version();
    try {
      String named =
          reads.read(
              groupVersion,
              read ->
                  list(
                      groupVersion,
                      groupVersion,
                      body ->
                          ResourceList.read(
                              groupVersion, body, each -> read.part(() -> version.add(each)))));
      found.put(named, version);
    } catch (KubernetesApiException failure) {
      version.leaveOut();
      throw failure;
    }
  }

  private static boolean isTransient(KubernetesApiException failure) {
    return failure.code() >= 500
        || failure.code() == 429
        || failure.getCause() instanceof ConnectException;
  }

  /**
   * A resource or subresource of a group version; empty if it has none.
   *
   * @param groupVersion {@code v1}, {@code apps/v1}
   * @param name {@code deployments}, {@code deployments/scale}
   */
  public Optional<ApiResource> resource(String groupVersion, String name)
      throws KubernetesApiException {
    return list(
        groupVersion,
        Optional.empty(),
        body -> {
          List<ApiResource> found = new ArrayList<>();
          ResourceList.read(
              groupVersion,
              body,
              each -> {
                if (found.isEmpty() && each.name().equals(name)) {
                  found.add(each);
                }
              });
          return found.stream().findFirst();
        });
  }

  /**
   * @param none the result of a server without core group
   */
  private <T> T list(String groupVersion, T none, KubernetesApi.BodyReader<T> reader)
      throws KubernetesApiException {
    String path = groupVersion.equals("v1") ? "/api/v1" : "/apis/" + groupVersion;
    try {
      return api.call(
          ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE, ApiRequest.ResponseFormat.TYPED),
          reader);
    } catch (KubernetesApiException failure) {
      if (groupVersion.equals("v1") && failure.reason().equals("NotFound")) {
        return none;
      }
      throw failure;
    }
  }

  /** The first group of a name. */
  public static Optional<ApiGroup> find(List<ApiGroup> groups, String name) {
    return groups.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
