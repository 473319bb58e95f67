package dev.hpa.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.ApiGroupVersion;
import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.app.cli.FlagHints;
import dev.hpa.kube.client.TreeList;
import dev.hpa.kube.discovery.CachedRestMapper;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads HPAs of a cluster and what belongs to them; lists page by page, so that a caller keeps only
 * what it needs of each object. Thread-safe; calls block.
 */
public record LiveReader(KubernetesApi api, RestMapper mapper) {

  private static final String GROUP = "/apis/autoscaling/v2";

  private static final ApiRequest.Subject AUTOSCALERS =
      new ApiRequest.Subject("horizontalpodautoscalers", "autoscaling", "");

  public static final ResourceMapping QUOTAS =
      new ResourceMapping("", "v1", "resourcequotas", "ResourceQuota", true);

  public static final ResourceMapping BUDGETS =
      new ResourceMapping("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true);

  public static final ResourceMapping NAMESPACES =
      new ResourceMapping("", "v1", "namespaces", "Namespace", false);

  /** More than clusters have; a server may state any number of further pages. */
  private static final int MAX_AUTOSCALERS = 100_000;

  /** More nodes than a cluster has, or quotas than a namespace. */
  private static final int MAX_OTHERS = 100_000;

  /** More than an HPA scales. */
  private static final int MAX_PODS = 150_000;

  public LiveReader(KubernetesApi api) {
    this(api, new CachedRestMapper(api, InstantSource.system()));
  }

  /**
   * An HPA.
   *
   * @throws KubernetesApiException also if the HPA cannot be decoded
   */
  public LiveAutoscaler autoscaler(NamespacedName name) throws KubernetesApiException {
    try {
      return LiveAutoscaler.decoded(
          get(
              ApiRequest.pathOf(GROUP, name.namespace(), AUTOSCALERS.resource(), name.name()),
              Map.of(),
              new ApiRequest.Subject(AUTOSCALERS.resource(), AUTOSCALERS.group(), name.name())));
    } catch (KubernetesApiException failure) {
      if (failure.code() != 404) {
        throw failure;
      }
      throw new KubernetesApiException(
          404,
          failure.reason(),
          "no HPA \"%s\" in namespace \"%s\"; %s"
              .formatted(name.name(), name.namespace(), advice(name)),
          failure);
    }
  }

  /** Where an HPA that does not exist may be: in another namespace, or under a similar name. */
  private String advice(NamespacedName name) {
    List<NamespacedName> known = new ArrayList<>();
    for (String namespace : List.of("", name.namespace())) {
      try {
        autoscalers(
            namespace,
            "",
            each ->
                known.add(
                    new NamespacedName(
                        each.at("/metadata/namespace").asText(),
                        each.at("/metadata/name").asText())));
        break;
      } catch (KubernetesApiException refused) {
        known.clear();
      }
    }
    return known.stream()
        .filter(each -> each.name().equals(name.name()))
        .findFirst()
        .map(each -> "\"%s\" is in namespace \"%s\"".formatted(each.name(), each.namespace()))
        .or(
            () ->
                FlagHints.nearest(
                        name.toString(), known.stream().map(NamespacedName::toString).toList())
                    .map(near -> "did you mean " + near + "?"))
        .orElse("name another one with --namespace or NAMESPACE/NAME");
  }

  /**
   * Lists HPAs, as the API server returns them.
   *
   * @param namespace empty for all
   * @param selector of labels; empty for all
   */
  public void autoscalers(String namespace, String selector, Consumer<JsonNode> each)
      throws KubernetesApiException {
    list(
        ApiRequest.pathOf(GROUP, namespace, AUTOSCALERS.resource()),
        selector,
        AUTOSCALERS,
        MAX_AUTOSCALERS,
        each);
  }

  /**
   * Lists pods, as the API server returns them.
   *
   * @param selector of labels; empty for all of the namespace
   */
  public void pods(String namespace, String selector, Consumer<JsonNode> each)
      throws KubernetesApiException {
    list(
        ApiRequest.pathOf("/api/v1", namespace, "pods"),
        selector,
        new ApiRequest.Subject("pods", "", ""),
        MAX_PODS,
        each);
  }

  /** The ResourceQuotas of a namespace. */
  public List<JsonNode> quotas(String namespace) throws KubernetesApiException {
    List<JsonNode> quotas = new ArrayList<>();
    objects(QUOTAS, namespace, quotas::add);
    return quotas;
  }

  /** A namespace. */
  public JsonNode namespace(String name) throws KubernetesApiException {
    return get(
        "/api/v1/namespaces/" + ApiRequest.segment(name),
        Map.of(),
        new ApiRequest.Subject("namespaces", "", name));
  }

  /** Lists nodes, as the API server returns them. */
  public void nodes(Consumer<JsonNode> each) throws KubernetesApiException {
    objects(new ResourceMapping("", "v1", "nodes", "Node", false), "", each);
  }

  /** Lists objects, with their kind and version, which items of lists lack. */
  public void objects(ResourceMapping kind, String namespace, Consumer<JsonNode> each)
      throws KubernetesApiException {
    list(
        ApiRequest.pathOf(kind.base(), namespace, kind.resource()),
        "",
        new ApiRequest.Subject(kind.resource(), kind.group(), ""),
        MAX_OTHERS,
        item ->
            each.accept(
                ((ObjectNode) item)
                    .put("apiVersion", kind.groupVersion())
                    .put("kind", kind.kind())));
  }

  /**
   * The target of an HPA, whole.
   *
   * @return empty if it cannot be read
   */
  public Optional<JsonNode> target(HorizontalPodAutoscaler hpa) {
    try {
      return Optional.of(object(hpa.metadata().namespaceOrEmpty(), hpa.spec().scaleTargetRef()));
    } catch (KubernetesApiException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  /** An object of any kind. */
  public JsonNode object(String namespace, CrossVersionObjectReference reference)
      throws KubernetesApiException {
    ResourceMapping mapping =
        mapper.preferred(
            ApiGroupVersion.parse(reference.apiVersionOrEmpty()).group(), reference.kind());
    return get(
        ApiRequest.pathOf(mapping.base(), namespace, mapping.resource(), reference.name()),
        Map.of(),
        new ApiRequest.Subject(mapping.resource(), mapping.group(), reference.name()));
  }

  /** The events about an HPA, the latest last. */
  public List<JsonNode> events(NamespacedName name) throws KubernetesApiException {
    List<JsonNode> events = new ArrayList<>();
    get(
            ApiRequest.pathOf("/api/v1", name.namespace(), "events"),
            Map.of(
                "fieldSelector",
                "involvedObject.kind=HorizontalPodAutoscaler,involvedObject.name=" + name.name()),
            new ApiRequest.Subject("events", "", ""))
        .path("items")
        .forEach(events::add);
    events.sort(Comparator.comparing(event -> event.path("lastTimestamp").asText()));
    return events;
  }

  /** An object, or what else a path has. */
  public JsonNode get(String path) throws KubernetesApiException {
    return get(path, Map.of(), ApiRequest.Subject.NONE);
  }

  /** An object. */
  public JsonNode get(String path, Map<String, String> query, ApiRequest.Subject subject)
      throws KubernetesApiException {
    return api.call(ApiRequest.get(path, query, subject), body -> Json.tree(body));
  }

  private void list(
      String path, String selector, ApiRequest.Subject subject, int most, Consumer<JsonNode> each)
      throws KubernetesApiException {
    new TreeList(
            path, selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector), subject, most)
        .read(api, each);
  }
}
