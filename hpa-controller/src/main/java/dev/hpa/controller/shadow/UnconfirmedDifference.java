package dev.hpa.controller.shadow;

import dev.hpa.core.History;
import dev.hpa.core.Situation;
import java.util.ArrayList;
import java.util.List;

/**
 * A status write that cannot be explained by what was known when it arrived. The next sync knows
 * the pods that arrived a little later, and another reading.
 *
 * @param base the autoscaler, its scale and history as they were before the write
 * @param histories what may have been remembered
 */
record UnconfirmedDifference(
    StatusWrite write,
    Situation base,
    List<View> views,
    List<Readings> readings,
    List<History> histories) {

  /** The same with one more view and more readings. */
  UnconfirmedDifference with(View view, List<Readings> more) {
    List<View> allViews = new ArrayList<>(views);
    allViews.add(view);
    List<Readings> allReadings = new ArrayList<>(readings);
    allReadings.addAll(more);
    return new UnconfirmedDifference(write, base, allViews, allReadings, histories);
  }

  /** The counts to compare with. */
  Reassessment reassessed(Timing timing) {
    return Reassessment.of(
        base, views, readings, new ReportedMetrics(write.metrics()), histories, timing.period());
  }
}
