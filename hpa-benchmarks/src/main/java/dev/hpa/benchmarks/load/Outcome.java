package dev.hpa.benchmarks.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Results of one contender.
 *
 * @param command template of its command
 * @param cpuSecondsToAllDecided CPU time until every autoscaler was decided once; null if some
 *     never were
 * @param peakResidentBytes sum of the peak resident set sizes of its processes
 * @param lateness lateness in all measured periods; null if no status was written twice
 * @param recovery recovery from the overload after the measured periods; null without overload
 */
record Outcome(
    String name,
    String command,
    FirstDecisions firstDecisions,
    @Nullable Double cpuSecondsToAllDecided,
    double cpuSecondsUntilMeasured,
    long peakResidentBytes,
    @Nullable Lateness lateness,
    @Nullable Lateness hungLateness,
    @Nullable Recovery recovery,
    List<PeriodFigures> periods) {

  private List<PeriodFigures> measured() {
    return periods.stream().filter(PeriodFigures::measured).toList();
  }

  /** Returns the mean of the measured periods; 0 if there are none. */
  private double mean(ToDoubleFunction<PeriodFigures> figure) {
    return measured().stream().mapToDouble(figure).average().orElse(0);
  }

  /**
   * Returns the decisions per period: the reconciliations in the contender's metrics, or the status
   * writes if its metrics are not available.
   */
  @JsonProperty
  double decisionsPerPeriod() {
    boolean hasMetrics = measured().stream().allMatch(each -> each.reconciled() != null);
    return hasMetrics
        ? mean(each -> each.reconciled() == null ? 0 : each.reconciled())
        : mean(PeriodFigures::written);
  }

  @JsonProperty
  double writesPerPeriod() {
    return mean(PeriodFigures::written);
  }

  /** Returns the number of autoscalers whose status lacks a metric at the end of a period. */
  @JsonProperty
  double missingMetricPerPeriod() {
    return mean(PeriodFigures::missingMetric);
  }

  @JsonProperty
  double requestsPerPeriod() {
    return mean(PeriodFigures::requestCount);
  }

  /** Returns the size of the responses to the contender, in bytes. */
  @JsonProperty
  double readBytesPerPeriod() {
    return mean(PeriodFigures::sentBytes);
  }

  /** Returns the size of its request bodies, in bytes. */
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

  /**
   * Returns the bytes allocated for objects per decision; null if the contender's metrics are not
   * available. Java counts them at each garbage collection.
   */
  @JsonProperty
  @Nullable Double allocatedBytesPerDecision() {
    double decisions = decisionsPerPeriod();
    boolean isKnown = measured().stream().allMatch(each -> each.allocatedBytes() != null);
    return decisions == 0 || !isKnown
        ? null
        : (Double)
            (mean(each -> each.allocatedBytes() == null ? 0 : each.allocatedBytes()) / decisions);
  }

  /** Returns the requests per period by verb and resource. */
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
