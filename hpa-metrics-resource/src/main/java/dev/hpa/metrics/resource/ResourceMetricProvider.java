package dev.hpa.metrics.resource;

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
 * Reads {@code metrics.k8s.io/v1beta1}. Queries for the same pods, whatever their resource, share
 * one list, and those of a namespace may: {@link PodLists}. The results are the same either way.
 *
 * <p>Interpretation: each container's value is turned into milli-units, rounded away from zero,
 * before anything is summed; a pod of which a container lacks the resource has no value.
 */
final class ResourceMetricProvider implements MetricProvider {

  private final KubernetesApi api;
  private final PodLists lists;
  private final ListSizes sizes;

  ResourceMetricProvider(KubernetesApi api, PodLists lists, ListSizes sizes) {
    this.api = api;
    this.lists = lists;
    this.sizes = sizes;
  }

  @Override
  public Map<MetricQuery, MetricResult> read(Collection<? extends MetricQuery> queries) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    Map<String, Map<String, List<MetricQuery.PodResource>>> byNamespace =
        byNamespace(queries, other -> results.put(other, notAnswered(other)));
    byNamespace.forEach(
        (namespace, bySelector) -> results.putAll(readNamespace(namespace, bySelector)));
    return results;
  }

  /** A set for the list of a namespace where that is cheaper, else one for each selector. */
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

  private static MetricFailure notAnswered(MetricQuery query) {
    return new MetricFailure(
        MetricFailure.Category.NOT_AVAILABLE,
        "the provider of resource metrics does not answer " + query.kind() + " queries");
  }

  private Map<MetricQuery, MetricResult> readNamespace(
      String namespace, Map<String, List<MetricQuery.PodResource>> bySelector) {
    if (isMerged(namespace, bySelector.keySet())) {
      Map<MetricQuery, MetricResult> merged = readMerged(namespace, bySelector.values());
      if (merged != null) {
        return merged;
      }
      sizes.avoid(namespace);
    }
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    bySelector.forEach(
        (selector, asked) -> results.putAll(readSingle(namespace, selector, new SelectorResults(asked))));
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
      String namespace, String selector, SelectorResults answer) {
    try {
      PodMetricsDecoder decoder = new PodMetricsDecoder(Set.of(), answer::add);
      int pods = api.call(request(namespace, selector), decoder);
      sizes.remember(namespace, selector, pods);
      return pods == 0 ? answer.nothing() : answer.results();
    } catch (IllegalArgumentException noPath) {
      return answer.forEach(invalid(noPath));
    } catch (KubernetesApiException failure) {
      return answer.forEach(failed(failure));
    }
  }

  /**
   * Picks the answers out of one list; null if that cannot be done. A refusal goes for every
   * selector, but a list that cannot be read may have its flaw in a pod that only some select, and
   * the text about a server that cannot be reached quotes the request.
   */
  private @Nullable Map<MetricQuery, MetricResult> readMerged(
      String namespace, Collection<List<MetricQuery.PodResource>> bySelector) {
    List<SelectorResults> answers = bySelector.stream().map(SelectorResults::new).toList();
    NamespaceResults all = new NamespaceResults(answers);
    try {
      PodMetricsDecoder decoder = new PodMetricsDecoder(all.labels(), all::add);
      int pods = api.call(request(namespace, ""), decoder);
      if (pods > 0 && !all.tellsLabels()) {
        return null;
      }
      sizes.remember(namespace, pods);
      answers.forEach(each -> sizes.remember(namespace, each.selector().toString(), each.pods()));
      return each(answers, pods == 0 ? SelectorResults::nothing : SelectorResults::results);
    } catch (IllegalArgumentException noPath) {
      return each(answers, answer -> answer.forEach(invalid(noPath)));
    } catch (KubernetesApiException failure) {
      return failure.code() == 0 ? null : each(answers, answer -> answer.forEach(failed(failure)));
    }
  }

  private static Map<MetricQuery, MetricResult> each(
      List<SelectorResults> answers, Function<SelectorResults, Map<MetricQuery, MetricResult>> results) {
    Map<MetricQuery, MetricResult> all = new LinkedHashMap<>();
    answers.forEach(answer -> all.putAll(results.apply(answer)));
    return all;
  }

  private static MetricFailure invalid(IllegalArgumentException noPath) {
    return failure(MetricFailure.Category.INVALID_QUERY, noPath.getMessage());
  }

  private static MetricFailure failed(KubernetesApiException failure) {
    return failure(MetricFailure.Category.SOURCE_FAILED, failure.text());
  }

  private static MetricFailure failure(MetricFailure.Category category, @Nullable String why) {
    return new MetricFailure(category, "unable to fetch metrics from resource metrics API: " + why);
  }

  private static ApiRequest request(String namespace, String selector) {
    return ApiRequest.get(
        ApiRequest.pathOf("/apis/metrics.k8s.io/v1beta1", namespace, "pods"),
        selector.isEmpty() ? Map.of() : Map.of("labelSelector", selector),
        new ApiRequest.Subject("pods", "metrics.k8s.io", ""),
        ApiRequest.Answer.TYPED);
  }
}
