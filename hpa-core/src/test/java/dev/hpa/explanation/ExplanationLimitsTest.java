package dev.hpa.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.api.MetricIdentifier;
import dev.hpa.api.MetricSpec;
import dev.hpa.api.MetricTarget;
import dev.hpa.api.Quantity;
import dev.hpa.core.Decider;
import dev.hpa.core.Trace;
import dev.hpa.core.replicas.PodClassification;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How large explanations are, and what they say about the parts that they omit. */
@Tag("security")
class ExplanationLimitsTest {

  private static final Trace.Failure FAILURE =
      new Trace.Failure("FailedGetExternalMetric", "w".repeat(20_000));

  private static Trace trace(List<Trace.Metric> metrics) {
    return new Trace(
        "evil/large",
        Instant.parse("2026-01-01T00:00:00Z"),
        new CrossVersionObjectReference("Deployment", "large", "apps/v1"),
        Trace.Cause.MEASURE,
        new Trace.Replicas(3, 3, 1, 10),
        null,
        metrics,
        null,
        null,
        null,
        Decider.Adjustment.NONE,
        null,
        new Trace.Result(
            Trace.Outcome.ERROR_BLOCKED, null, "NoMetrics", "", List.of(), List.of(), null));
  }

  private static Trace.Metric metric(
      @Nullable List<Trace.PodPart> pods,
      @Nullable List<Trace.PodCount> omittedPods,
      @Nullable List<Quantity> series,
      @Nullable Integer omittedSeries) {
    return new Trace.Metric(
        MetricSpec.of(
            new MetricSpec.ExternalMetric(
                new MetricIdentifier("q".repeat(50_000), null),
                MetricTarget.averageValue(Quantity.parse("1")))),
        pods,
        omittedPods,
        series,
        omittedSeries,
        null,
        null,
        FAILURE,
        null,
        null,
        false);
  }

  @Test
  void countsIncludeThePodsThatAreNotListed() {
    Trace.PodPart listed =
        new Trace.PodPart(
            "p",
            PodClassification.Group.READY,
            PodClassification.COUNTS,
            null,
            null,
            null,
            null,
            null);
    String text =
        TraceText.of(
            trace(
                List.of(
                    metric(
                        List.of(listed, listed),
                        List.of(
                            count(PodClassification.COUNTS, false, 300),
                            count(PodClassification.PENDING, true, 5),
                            count(PodClassification.NO_POD, false, 1)),
                        null,
                        null))));
    assertTrue(
        text.contains(
            "307 pods: 302 counted, 5 pending; 1 more value of pods that no longer exist or match."),
        text);
  }

  private static Trace.PodCount count(PodClassification treated, boolean filled, int count) {
    return new Trace.PodCount(treated.group(), treated, filled, count);
  }

  @Test
  void countsIncludeTheSeriesThatAreNotListed() {
    String text =
        TraceText.of(trace(List.of(metric(null, null, List.of(Quantity.parse("1")), 299))));
    assertTrue(text.contains("The metric has 300 series."), text);
  }

  @Test
  void theSentencesOfFurtherMetricsAreOmitted() {
    String text = TraceText.of(trace(Collections.nCopies(1_000, metric(null, null, null, null))));
    assertTrue(text.length() < 3 * TraceText.MAX_METRICS / 2, () -> text.length() + " chars");
    List<String> last = text.lines().toList();
    String omitted = last.get(last.size() - 2).strip();
    assertTrue(
        omitted.matches(
            "More metrics   The sentences of 9\\d\\d metrics are omitted: those before have more"
                + " than 1048576 characters\\."),
        omitted);
    assertEquals("  Result         ErrorBlocked, NoMetrics.", last.getLast());
  }

  @Test
  void namesOfMetricsAreShortened() {
    String name = new MetricDescription(metric(null, null, null, null).spec(), null).name();
    assertEquals("external metric " + "q".repeat(184) + "… (49816 more characters)", name);
  }
}
