package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates the sets into which a provider divides a batch, which are untrusted. */
final class BatchDivision {

  private BatchDivision() {}

  /**
   * Divides queries into the sets. A query belongs to the first set that contains it, unknown
   * queries are ignored, and a query that no set contains is read alone.
   *
   * @throws IllegalArgumentException if {@code sets} is null
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
