package dev.hpa.controller.shadow;

import dev.hpa.core.Situation;
import dev.hpa.core.behavior.History;
import dev.hpa.core.settings.Settings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The comparison of a status write with the state when it arrived. The next sync adds the pods that
 * arrived shortly after.
 *
 * @param base the autoscaler, its scale and history before the write
 * @param histories the possible histories
 * @param isDifferent whether no known state explains the write; the next sync decides
 */
record PendingComparison(
    StatusWrite write,
    Situation base,
    List<ClusterSnapshot> views,
    List<Readings> readings,
    Set<History> histories,
    boolean isDifferent) {

  /** A copy with another {@code isDifferent}. */
  PendingComparison withDifferent(boolean different) {
    return new PendingComparison(write, base, views, readings, histories, different);
  }

  /** A copy with more views. */
  PendingComparison with(List<ClusterSnapshot> more) {
    Set<ClusterSnapshot> all = new LinkedHashSet<>(views);
    all.addAll(more);
    return new PendingComparison(write, base, List.copyOf(all), readings, histories, isDifferent);
  }

  /** A copy as with other settings and their histories. */
  PendingComparison under(Settings settings, Set<History> others) {
    Situation other =
        new Situation(
            base.hpa(),
            base.scale(),
            base.plan(),
            base.selection(),
            base.metrics(),
            base.history(),
            base.context(),
            settings,
            base.now());
    return new PendingComparison(write, other, views, readings, others, isDifferent);
  }

  /** The counts to compare with. */
  DecisionReplay reassessed() {
    return DecisionReplay.of(
        base, views, readings, new ReportedMetrics(write.metrics()), histories);
  }
}
