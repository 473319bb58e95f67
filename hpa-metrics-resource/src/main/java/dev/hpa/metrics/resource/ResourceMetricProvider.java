package dev.hpa.metrics.resource;

import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.kube.http.ResponseTooLargeException;
import dev.hpa.kube.http.UndecodableResponseException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code metrics.k8s.io} in the preferred version that the server serves ({@link
 * VersionNegotiation}). Queries for the same pods share one list, also for different resources;
 * queries of one namespace may share one list as well ({@link PodLists}). The results do not depend
 * on the lists.
 *
 * <p>The value of each container is rounded away from zero to milli-units before the sum. A pod
 * with a container that lacks the resource has no value.
 */
final class ResourceMetricProvider implements MetricProvider {

  private final KubernetesApi api;
  private final VersionNegotiation versions;
  private final PodLists lists;
  private final PodListCosts sizes;

  ResourceMetricProvider(
      KubernetesApi api, VersionNegotiation versions, PodLists lists, PodListCosts sizes) {
    this.api = api;
    this.versions = versions;
    this.lists = lists;
    this.sizes = sizes;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<String, Map<String, List<MetricQuery.PodResource>>> byNamespace =
        byNamespace(queries, other -> results.put(other, unsupported(other)));
    byNamespace.forEach(
        (namespace, bySelector) -> results.putAll(readNamespace(namespace, bySelector)));
    return results;
  }

  /**
   * Returns one set for a namespace whose single list is cheaper, otherwise one set for each
   * selector.
   */
  @Override
  public Collection<Set<MetricQuery>> batches(Set<MetricQuery> queries) {
    List<Set<MetricQuery>> batches = new ArrayList<>();
    byNamespace(queries, other -> batches.add(Set.of(other)))
        .forEach(
            (namespace, bySelector) -> {
              if (isMerged(namespace, bySelector.keySet())) {
                Set<MetricQuery> all = new LinkedHashSet<>();
                bySelector.values().forEach(all::addAll);
                batches.add(all);
              } else {
                bySelector.values().forEach(each -> batches.add(new LinkedHashSet<>(each)));
              }
            });
    return batches;
  }

  private static Map<String, Map<String, List<MetricQuery.PodResource>>> byNamespace(
      Collection<? extends MetricQuery> queries, Consumer<MetricQuery> others) {
    Map<String, Map<String, List<MetricQuery.PodResource>>> byNamespace = new LinkedHashMap<>();
    for (MetricQuery query : queries) {
      if (query instanceof MetricQuery.PodResource each) {
        byNamespace
            .computeIfAbsent(each.namespace(), any -> new LinkedHashMap<>())
            .computeIfAbsent(each.pods().toString(), any -> new ArrayList<>())
            .add(each);
      } else {
        others.accept(query);
      }
    }
    return byNamespace;
  }

  private static MetricFailure unsupported(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.UNSUPPORTED_QUERY,
        query.kind() + " queries are not supported by the resource metrics provider");
  }

  private Map<MetricQuery, MetricResult> readNamespace(
      String namespace, Map<String, List<MetricQuery.PodResource>> bySelector) {
    if (isMerged(namespace, bySelector.keySet())) {
      Map<MetricQuery, MetricResult> merged = readMerged(namespace, bySelector.values());
      if (merged != null) {
        return merged;
      }
    }
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    bySelector.forEach(
        (selector, selected) ->
            results.putAll(readSingle(namespace, selector, new SelectorResults(selected))));
    return results;
  }

  private boolean isMerged(String namespace, Collection<String> selectors) {
    return switch (lists) {
      case BY_SELECTOR -> false;
      case BY_NAMESPACE -> true;
      case CHEAPEST -> sizes.isNamespaceCheaper(namespace, selectors);
    };
  }

  private Map<MetricQuery, MetricResult> readSingle(
      String namespace, String selector, SelectorResults result) {
    try {
      int pods = list(namespace, selector, Set.of(), result::add);
      sizes.update(namespace, selector, pods);
      return pods == 0 ? result.noData() : result.results();
    } catch (IllegalArgumentException invalidPath) {
      return result.forEach(invalid(invalidPath));
    } catch (KubernetesApiException failure) {
      return result.forEach(failed(failure));
    }
  }

  /**
   * Splits the list of a namespace by selector; returns null if that is not possible, and requests
   * no such list of the namespace for a while. An error status applies to every selector. A list
   * that cannot be decoded may be invalid in a pod that only some selectors match, which needs
   * separate lists. A broken connection says nothing about the namespace: the list is requested
   * once more, and after that the failure is that of each selector.
   */
  private @Nullable Map<MetricQuery, MetricResult> readMerged(
      String namespace, Collection<List<MetricQuery.PodResource>> bySelector) {
    List<SelectorResults> results = new ArrayList<>(bySelector.size());
    for (List<MetricQuery.PodResource> each : bySelector) {
      results.add(new SelectorResults(each));
    }
    NamespaceResults all = new NamespaceResults(results);
    try {
      int pods = listAgain(namespace, all);
      if (pods > 0 && !all.hasLabels()) {
        sizes.avoid(namespace);
        return null;
      }
      sizes.update(namespace, pods);
      results.forEach(each -> sizes.update(namespace, each.selector().toString(), each.pods()));
      return each(results, pods == 0 ? SelectorResults::noData : SelectorResults::results);
    } catch (IllegalArgumentException invalidPath) {
      return each(results, result -> result.forEach(invalid(invalidPath)));
    } catch (KubernetesApiException failure) {
      if (isAboutTheList(failure)) {
        sizes.avoid(namespace);
        return null;
      }
      return each(results, result -> result.forEach(failed(namespace, result, failure)));
    }
  }

  private int listAgain(String namespace, NamespaceResults all) throws KubernetesApiException {
    try {
      return list(namespace, "", all.labels(), all::add);
    } catch (KubernetesApiException failure) {
      if (failure.code() != 0 || isAboutTheList(failure)) {
        throw failure;
      }
      return list(namespace, "", all.labels(), all::add);
    }
  }

  /** Whether separate lists may succeed: only a part of the list is malformed, or too large. */
  private static boolean isAboutTheList(KubernetesApiException failure) {
    return failure.getCause() instanceof UndecodableResponseException
        || failure.getCause() instanceof ResponseTooLargeException
        || failure.getCause() instanceof MisdirectedResponseException;
  }

  /** The failure of the separate list: its message contains the request. */
  private MetricFailure failed(
      String namespace, SelectorResults result, KubernetesApiException failure) {
    String text = failure.text();
    for (ResourceMetricsVersion version : versions.accepted()) {
      String merged = request(version, namespace, "").target();
      String separate = request(version, namespace, result.selector().toString()).target();
      text = text.replace(merged + "\"", separate + "\"");
    }
    return failure(MetricFailure.Category.SOURCE_FAILED, text);
  }

  private static Map<MetricQuery, MetricResult> each(
      List<SelectorResults> results,
      Function<SelectorResults, Map<MetricQuery, MetricResult>> conversion) {
    Map<MetricQuery, MetricResult> all = new LinkedHashMap<>();
    results.forEach(result -> all.putAll(conversion.apply(result)));
    return all;
  }

  private static MetricFailure invalid(IllegalArgumentException invalidPath) {
    return failure(MetricFailure.Category.INVALID_QUERY, invalidPath.getMessage());
  }

  private static MetricFailure failed(KubernetesApiException failure) {
    return failure(MetricFailure.Category.SOURCE_FAILED, failure.text());
  }

  private static MetricFailure failure(MetricFailure.Category category, @Nullable String why) {
    return new MetricFailure(category, "unable to fetch metrics from resource metrics API: " + why);
  }

  /**
   * Lists pods and returns their number. A request is repeated in another version only if the first
   * one has an error status, so that each pod is added once.
   */
  private int list(
      String namespace, String selector, Set<String> labels, PodMetricsDecoder.PodConsumer pods)
      throws KubernetesApiException {
    return versions.call(
        version ->
            api.call(
                request(version, namespace, selector),
                new PodMetricsDecoder(versions.accepted(), version, namespace, labels, pods)));
  }

  private static ApiRequest request(
      ResourceMetricsVersion version, String namespace, String selector) {
    return ApiRequest.get(
        ApiRequest.pathOf(version.base(), namespace, "pods"),
        selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector),
        new ApiRequest.Subject("pods", ResourceMetricsVersion.GROUP, ""),
        ApiRequest.ResponseFormat.TYPED);
  }
}
