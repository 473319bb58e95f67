package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of the sets a provider divided a batch into, which is foreign data. */
final class BatchDivision {

  private BatchDivision() {}

  /**
   * Divides queries as the provider has it. A query counts in the first set that holds it, queries
   * that were not given are ignored, and what is in no set is read alone.
   *
   * @throws IllegalArgumentException when there are no sets
   */
  static List<List<QueuedQuery>> of(
      List<QueuedQuery> queries, @Nullable Collection<Set<MetricQuery>> sets) {
    if (sets == null) {
      throw new IllegalArgumentException("batches returned null and not sets of queries");
    }
    Map<MetricQuery, QueuedQuery> left = new LinkedHashMap<>();
    queries.forEach(each -> left.put(each.query(), each));
    List<List<QueuedQuery>> divided = new ArrayList<>();
    for (Set<MetricQuery> set : sets) {
      List<QueuedQuery> together = new ArrayList<>();
      for (MetricQuery query : set) {
        QueuedQuery member = left.remove(query);
        if (member != null) {
          together.add(member);
        }
      }
      if (!together.isEmpty()) {
        divided.add(together);
      }
    }
    left.values().forEach(each -> divided.add(List.of(each)));
    return divided;
  }
}
