package dev.hpa.sandbox.discovery;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.cluster.ServedResources;
import dev.hpa.sandbox.metrics.CustomMetrics;
import dev.hpa.sandbox.metrics.Metric;
import dev.hpa.sandbox.metrics.MetricsApi;
import dev.hpa.sandbox.metrics.MetricsBackend;
import dev.hpa.sandbox.metricsapi.CustomMetricsHandler;
import dev.hpa.sandbox.metricsapi.ExternalMetricsHandler;
import dev.hpa.sandbox.metricsapi.ResourceMetricsHandler;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.resources.ReviewHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The content of the discovery documents, from the served resources and metrics APIs. Groups are in
 * the order of real servers, except that a former group of a resource follows its current one, so
 * that clients without a preference use the current one. The preferred version is first.
 */
public final class ApiGroups {

  private static final List<String> READ = List.of("get", "list");
  private static final List<String> STORED =
      List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
  private static final List<String> CUSTOM =
      List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
  private static final List<String> WITHOUT_DELETE_COLLECTION =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");
  private static final List<String> ONE_VERB = List.of("get");
  private static final List<String> CREATE = List.of("create");
  private static final List<String> SUBRESOURCE = List.of("get", "patch", "update");

  private static final List<Resource> RESOURCE_METRICS =
      List.of(
          metric("nodes", "NodeMetrics", false, READ), metric("pods", "PodMetrics", true, READ));

  /** The order of the groups in real servers; other groups follow. */
  private static final List<String> RANKED =
      List.of(
          "",
          "apiregistration.k8s.io",
          "apps",
          ReviewHandler.AUTHENTICATION,
          ReviewHandler.AUTHORIZATION,
          "autoscaling",
          "extensions",
          "policy",
          "rbac.authorization.k8s.io",
          "apiextensions.k8s.io",
          "coordination.k8s.io");

  private final ServedResources served;
  private final MetricsBackend metrics;
  private final AggregationLayer aggregation;
  private volatile Stored stored = new Stored(List.of(), List.of());

  public ApiGroups(ServedResources served, MetricsBackend metrics, AggregationLayer aggregation) {
    this.served = served;
    this.metrics = metrics;
    this.aggregation = aggregation;
  }

  /** The groups of a list of resources, cached. */
  private record Stored(List<ResourceType> of, List<Group> groups) {}

  public record Group(String name, List<GroupVersion> versions) {}

  public record GroupVersion(String name, List<Resource> resources) {}

  /**
   * @param kind empty for a resource with served subresources only; aggregated discovery lists it
   *     nevertheless
   * @param isCustom whether a CustomResourceDefinition defines it; real servers show only the
   *     groups of such kinds
   * @param storageHash changes when the storage version changes; empty for resources that are not
   *     stored
   */
  record Resource(
      String plural,
      String singular,
      String kind,
      boolean namespaced,
      List<String> verbs,
      List<String> shortNames,
      List<String> categories,
      List<Sub> subresources,
      boolean isCustom,
      String storageHash) {}

  record Sub(String name, String group, String version, String kind, List<String> verbs) {}

  /** Whether a group with this name exists. */
  public boolean has(String name) {
    return isOwn(name) || aggregation.groups().stream().anyMatch(g -> g.name().equals(name));
  }

  private boolean isOwn(String name) {
    return switch (name) {
      case CustomMetricsHandler.GROUP -> metrics.apis().serves(MetricsApi.CUSTOM);
      case ExternalMetricsHandler.GROUP -> metrics.apis().serves(MetricsApi.EXTERNAL);
      case ResourceMetricsHandler.GROUP -> !metrics.apis().resourceVersions().isEmpty();
      default -> stored().stream().anyMatch(group -> group.name().equals(name));
    };
  }

  /** All groups, including core. */
  public List<Group> all() {
    Map<String, Map<String, List<Resource>>> ofMetrics = new LinkedHashMap<>();
    if (isOwn(CustomMetricsHandler.GROUP)) {
      Map<String, List<Resource>> versions = new LinkedHashMap<>();
      for (String version : CustomMetricsHandler.VERSIONS) {
        versions.put(version, customMetrics(version));
      }
      ofMetrics.put(CustomMetricsHandler.GROUP, versions);
    }
    if (isOwn(ExternalMetricsHandler.GROUP)) {
      ofMetrics.put(
          ExternalMetricsHandler.GROUP, Map.of(ExternalMetricsHandler.VERSION, externalMetrics()));
    }
    Map<String, List<Resource>> ofResource = new LinkedHashMap<>();
    metrics.apis().resourceVersions().forEach(each -> ofResource.put(each, RESOURCE_METRICS));
    if (!ofResource.isEmpty()) {
      ofMetrics.put(ResourceMetricsHandler.GROUP, ofResource);
    }
    return Stream.of(stored(), groups(ofMetrics), aggregation.groups())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Group> groups(Map<String, Map<String, List<Resource>>> groups) {
    return groups.entrySet().stream()
        .map(
            group ->
                new Group(
                    group.getKey(),
                    group.getValue().entrySet().stream()
                        .map(version -> new GroupVersion(version.getKey(), version.getValue()))
                        .toList()))
        .toList();
  }

  private List<Group> stored() {
    Stored known = stored;
    List<ResourceType> now = served.all();
    if (!known.of().equals(now)) {
      known = new Stored(now, groupsOf(now));
      stored = known;
    }
    return known.groups();
  }

  private static List<Group> groupsOf(List<ResourceType> types) {
    Map<String, Map<String, List<Resource>>> groups = new LinkedHashMap<>();
    for (ResourceType type : types) {
      for (ResourceType.Version version : type.versions()) {
        add(groups, version.group(), version.name(), resource(type, version));
      }
    }
    ReviewHandler.KINDS.forEach(
        kind -> add(groups, kind.group(), ReviewHandler.VERSION, review(kind)));
    groups
        .values()
        .forEach(
            versions ->
                versions.values().forEach(all -> all.sort(Comparator.comparing(Resource::plural))));
    return groups(groups).stream().sorted(Comparator.comparingInt(ApiGroups::rank)).toList();
  }

  private static void add(
      Map<String, Map<String, List<Resource>>> groups,
      String group,
      String version,
      Resource resource) {
    groups
        .computeIfAbsent(group, any -> new LinkedHashMap<>())
        .computeIfAbsent(version, any -> new ArrayList<>())
        .add(resource);
  }

  private static int rank(Group group) {
    int place = RANKED.indexOf(group.name());
    return place < 0 ? RANKED.size() : place;
  }

  private static Resource review(ReviewHandler.Kind kind) {
    return new Resource(
        kind.plural(),
        kind.name().toLowerCase(Locale.ROOT),
        kind.name(),
        false,
        CREATE,
        List.of(),
        List.of(),
        List.of(),
        false,
        "");
  }

  /**
   * In a former group, a resource has no short names and categories, as real servers did it: a
   * short name means one resource, and a category lists every object once.
   */
  private static Resource resource(ResourceType type, ResourceType.Version version) {
    boolean isFormerGroup = version.deprecation() != null && !version.group().equals(type.group());
    boolean isCustom = ResourceTypes.find(type.group(), type.plural()) == null;
    List<Sub> subresources = new ArrayList<>();
    if (type.scale() != null) {
      subresources.add(new Sub("scale", "autoscaling", "v1", "Scale", SUBRESOURCE));
    }
    if (type.hasStatus()) {
      subresources.add(
          new Sub("status", version.group(), version.name(), type.kind(), SUBRESOURCE));
    }
    return new Resource(
        type.plural(),
        type.singular(),
        type.kind(),
        type.namespaced(),
        isCustom
            ? CUSTOM
            : type.equals(ResourceTypes.NAMESPACES) ? WITHOUT_DELETE_COLLECTION : STORED,
        isFormerGroup ? List.of() : type.shortNames(),
        isFormerGroup ? List.of() : type.categories(),
        isCustom ? subresources.reversed() : subresources,
        isCustom,
        storageHash(type));
  }

  private static String storageHash(ResourceType type) {
    ResourceType.Version stored = type.storedVersion();
    String kind = stored.group() + "/" + stored.name() + "/" + type.kind();
    return Base64.getEncoder().encodeToString(Arrays.copyOf(ConditionalRequests.sha256(kind), 8));
  }

  /** Each metric is a subresource of the resource it is about. */
  private List<Resource> customMetrics(String version) {
    Map<ResourceType, List<Sub>> byResource = new LinkedHashMap<>();
    for (CustomMetrics.Known metric : metrics.custom().all()) {
      byResource
          .computeIfAbsent(metric.type(), any -> new ArrayList<>())
          .add(
              new Sub(
                  metric.name(), CustomMetricsHandler.GROUP, version, "MetricValueList", ONE_VERB));
    }
    return byResource.entrySet().stream()
        .map(
            of ->
                new Resource(
                    of.getKey().qualified(),
                    "",
                    "",
                    of.getKey().namespaced(),
                    List.of(),
                    List.of(),
                    List.of(),
                    of.getValue(),
                    false,
                    ""))
        .toList();
  }

  private List<Resource> externalMetrics() {
    return metrics.values().metrics().stream()
        .filter(Metric.External.class::isInstance)
        .map(Metric::name)
        .distinct()
        .map(name -> metric(name, "ExternalMetricValueList", true, ONE_VERB))
        .toList();
  }

  private static Resource metric(
      String plural, String kind, boolean namespaced, List<String> verbs) {
    return new Resource(
        plural, "", kind, namespaced, verbs, List.of(), List.of(), List.of(), false, "");
  }
}
