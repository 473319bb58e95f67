package dev.hpa.metrics.resource;

import dev.hpa.api.MilliAmount;
import dev.hpa.api.Selector;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of the queries for the pods of one selector: one value per pod for each query. Filled
 * by one thread while the list is read.
 */
final class SelectorResults {

  private final Map<MetricQuery.PodResource, List<PodValue>> values = new LinkedHashMap<>();
  private final Selector selector;
  private int pods;

  /**
   * @param queries at least one, all for the same pods
   */
  SelectorResults(List<MetricQuery.PodResource> queries) {
    this.selector = normalized(queries.getFirst().pods());
    queries.forEach(query -> values.put(query, new ArrayList<>()));
  }

  /** Requests do not distinguish no selector from an empty one. */
  private static Selector normalized(Selector selector) {
    return selector.toString().isEmpty() ? Selector.everything() : selector;
  }

  /** The selector of the pods. */
  Selector selector() {
    return selector;
  }

  /** Adds a pod; returns the number of its values. */
  int add(PodUsage pod) {
    pods++;
    for (Map.Entry<MetricQuery.PodResource, List<PodValue>> each : values.entrySet()) {
      MilliAmount usage = pod.usage(each.getKey());
      if (usage != null) {
        each.getValue()
            .add(
                PodValue.of(
                    pod.name(), pod.timestamp(), pod.window(), usage.milli(), usage.outOfRange()));
      }
    }
    return values.size();
  }

  /** The number of added pods. */
  int pods() {
    return pods;
  }

  /** Returns a result for each query. */
  Map<MetricQuery, MetricResult> results() {
    return pods == 0 ? noData() : found();
  }

  /** Returns the results for a list without pods. */
  Map<MetricQuery, MetricResult> noData() {
    MetricFailure noData =
        new MetricFailure(
            MetricFailure.Category.NO_DATA, "no metrics returned from resource metrics API");
    return forEach(noData);
  }

  /** Returns the same result for each query. */
  Map<MetricQuery, MetricResult> forEach(MetricResult result) {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    values.keySet().forEach(query -> results.put(query, result));
    return results;
  }

  private Map<MetricQuery, MetricResult> found() {
    Map<MetricQuery, MetricResult> results = new LinkedHashMap<>();
    values.forEach(
        (query, list) -> results.put(query, MetricReading.PodValues.of(List.copyOf(list))));
    return results;
  }
}
