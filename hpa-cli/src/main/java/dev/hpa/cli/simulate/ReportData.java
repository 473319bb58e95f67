package dev.hpa.cli.simulate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison as data of the HTML report: exact figures and downsampled chart lines. The state
 * after every reconcile is omitted, because a week of it takes megabytes.
 */
final class ReportData {

  /** Gaps closer to each other than this share of the time are merged. */
  private static final int COLUMNS = 1000;

  private ReportData() {}

  static ObjectNode of(VariantComparison comparison) {
    TimeRange counted = comparison.spec().counted();
    RecordedLoad main = comparison.spec().demand().main();
    ObjectNode tree = ComparisonJson.withoutTimelines(comparison);
    tree.put("dated", main.dated());
    ObjectNode load = (ObjectNode) tree.path("load");
    load.set("line", demand(main, counted).tree());
    List<TimeRange> gaps = Gaps.of(main, counted).periods();
    load.put("gapCount", gaps.size());
    gaps(load.putArray("gaps"), merged(gaps, counted), counted);
    for (int i = 0; i < comparison.results().size(); i++) {
      lines(comparison.results().get(i), counted, (ObjectNode) tree.path("variants").path(i));
    }
    return tree;
  }

  private static ChartLine demand(RecordedLoad load, TimeRange counted) {
    ChartLine line = new ChartLine(counted);
    load.walk(
        counted.from(),
        0,
        counted.length().toNanos(),
        (from, to, first, last, known) -> {
          line.add(from, known ? first : Double.NaN);
          line.add(to, known ? last : Double.NaN);
        });
    return line.withoutRepetitions();
  }

  private static List<TimeRange> merged(List<TimeRange> gaps, TimeRange counted) {
    Duration least = counted.length().dividedBy(COLUMNS);
    List<TimeRange> merged = new ArrayList<>();
    for (TimeRange gap : gaps) {
      boolean joins =
          !merged.isEmpty()
              && Duration.between(merged.getLast().to(), gap.from()).compareTo(least) < 0;
      merged.add(joins ? new TimeRange(merged.removeLast().from(), gap.to()) : gap);
    }
    return merged;
  }

  private static void gaps(ArrayNode list, List<TimeRange> gaps, TimeRange counted) {
    for (TimeRange gap : gaps) {
      list.addArray()
          .add(Figures.seconds(Duration.between(counted.from(), gap.from()).toNanos()))
          .add(Figures.seconds(Duration.between(counted.from(), gap.to()).toNanos()));
    }
  }

  /** The changes of the bounds: seconds since the start, minimum and maximum. */
  private static void bounds(VariantResult result, TimeRange counted, ArrayNode list) {
    Snapshot former = null;
    for (Snapshot moment : result.moments()) {
      if (former == null || former.min() != moment.min() || former.max() != moment.max()) {
        list.addArray()
            .add(Figures.seconds(Duration.between(counted.from(), moment.at()).toNanos()))
            .add(moment.min())
            .add(moment.max());
        former = moment;
      }
    }
  }

  private static void lines(VariantResult result, TimeRange counted, ObjectNode variant) {
    ChartLine replicas = new ChartLine(counted);
    ChartLine ready = new ChartLine(counted);
    ChartLine unserved = new ChartLine(counted);
    for (Snapshot moment : result.moments()) {
      replicas.add(moment.at(), (double) moment.replicas());
      ready.add(moment.at(), (double) moment.ready());
      unserved.add(moment.at(), moment.unserved());
    }
    if (!result.options().schedules().isEmpty()) {
      bounds(result, counted, variant.putArray("bounds"));
    }
    variant.set("replicas", replicas.steps().tree());
    variant.set("ready", ready.steps().tree());
    variant.set("unserved", unserved.steps().tree());
  }
}
