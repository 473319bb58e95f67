package dev.hpa.benchmarks.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What came of one contender.
 *
 * @param command as it was started
 * @param firstDecision seconds from its start until the first status of an autoscaler was there;
 *     null when none was
 * @param allDecided seconds until every autoscaler was decided once; null when some never were
 * @param peakResidentBytes the most it had in memory
 * @param lateness over all measured periods; null when no status was written twice
 * @param recovery from an overload after the measured periods; null where there was none
 */
record Outcome(
    String name,
    String command,
    @Nullable Double firstDecision,
    @Nullable Double allDecided,
    double cpuSecondsUntilMeasured,
    long peakResidentBytes,
    @Nullable Lateness lateness,
    @Nullable Lateness hungLateness,
    @Nullable Recovery recovery,
    List<PeriodFigures> periods) {

  private List<PeriodFigures> measured() {
    return periods.stream().filter(PeriodFigures::measured).toList();
  }

  /** The mean of the measured periods. */
  private double mean(ToDoubleFunction<PeriodFigures> figure) {
    return measured().stream().mapToDouble(figure).average().orElse(0);
  }

  /**
   * Autoscalers decided in a period: those that the contender says it looked at, or those whose
   * status was written where it says nothing.
   */
  @JsonProperty
  double decisionsPerPeriod() {
    boolean told = measured().stream().allMatch(each -> each.reconciled() != null);
    return told
        ? mean(each -> each.reconciled() == null ? 0 : each.reconciled())
        : mean(PeriodFigures::written);
  }

  @JsonProperty
  double writesPerPeriod() {
    return mean(PeriodFigures::written);
  }

  /** Autoscalers whose status misses a metric at the end of a period. */
  @JsonProperty
  double unreadPerPeriod() {
    return mean(PeriodFigures::unread);
  }

  @JsonProperty
  double requestsPerPeriod() {
    return mean(PeriodFigures::requestCount);
  }

  /** What the contender reads, in bytes. */
  @JsonProperty
  double readBytesPerPeriod() {
    return mean(PeriodFigures::sentBytes);
  }

  /** What it writes. */
  @JsonProperty
  double writtenBytesPerPeriod() {
    return mean(PeriodFigures::receivedBytes);
  }

  @JsonProperty
  double cpuSecondsPerPeriod() {
    return mean(PeriodFigures::cpuSeconds);
  }

  @JsonProperty
  double sandboxCpuSecondsPerPeriod() {
    return mean(PeriodFigures::sandboxCpuSeconds);
  }

  @JsonProperty
  double cpuMicrosPerDecision() {
    double decisions = decisionsPerPeriod();
    return decisions == 0 ? 0 : cpuSecondsPerPeriod() * 1e6 / decisions;
  }

  /** Requests of a period by verb and resource. */
  Map<String, Double> requestsByKind() {
    Map<String, Double> byKind = new TreeMap<>();
    List<PeriodFigures> counted = measured();
    for (PeriodFigures period : counted) {
      period
          .requests()
          .forEach(
              each ->
                  byKind.merge(
                      each.verb() + " " + each.resource(),
                      (double) each.count() / counted.size(),
                      Double::sum));
    }
    return byKind;
  }
}
