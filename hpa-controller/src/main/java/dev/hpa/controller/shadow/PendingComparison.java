package dev.hpa.controller.shadow;

import dev.hpa.core.History;
import dev.hpa.core.Situation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The comparison of a status write with what was known when it arrived. The next sync knows the
 * pods that arrived a little later.
 *
 * @param base the autoscaler, its scale and history as they were before the write
 * @param histories what may have been remembered
 * @param isDifferent whether nothing known so far explains the write, and the next sync decides
 */
record PendingComparison(
    StatusWrite write,
    Situation base,
    List<ClusterSnapshot> views,
    List<Readings> readings,
    Set<History> histories,
    boolean isDifferent) {

  /** The same as a difference or as none. */
  PendingComparison withDifferent(boolean different) {
    return new PendingComparison(write, base, views, readings, histories, different);
  }

  /** The same with more views. */
  PendingComparison with(List<ClusterSnapshot> more) {
    Set<ClusterSnapshot> all = new LinkedHashSet<>(views);
    all.addAll(more);
    return new PendingComparison(write, base, List.copyOf(all), readings, histories, isDifferent);
  }

  /** The counts to compare with. */
  DecisionReplay reassessed() {
    return DecisionReplay.of(
        base, views, readings, new ReportedMetrics(write.metrics()), histories);
  }
}
