package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Observation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one sync period of a contender.
 *
 * @param second end of the period, in s after the start of the contender
 * @param measured whether the period is part of the results
 * @param reconciled number of reconciliations in the contender's metrics; null if they are not
 *     available
 * @param allocatedBytes bytes allocated for objects, according to the contender's metrics; null if
 *     they are not available
 * @param written number of status writes
 * @param decided number of autoscalers whose status was written
 * @param missingMetric number of autoscalers whose status lacks a metric at the end of the period
 * @param lateness lateness of decisions; null if no status was written twice
 * @param hungLateness lateness of the autoscalers that use the hung source
 * @param cpuSeconds CPU time of the contender
 * @param residentBytes resident set size of the contender at the end of the period
 * @param sandboxCpuSeconds CPU time of the sandbox
 */
record PeriodFigures(
    double second,
    boolean measured,
    @Nullable Long reconciled,
    @Nullable Long allocatedBytes,
    long written,
    int decided,
    int missingMetric,
    @Nullable Lateness lateness,
    @Nullable Lateness hungLateness,
    List<Observation.Requests> requests,
    double cpuSeconds,
    long residentBytes,
    double sandboxCpuSeconds) {

  long requestCount() {
    return requests.stream().mapToLong(Observation.Requests::count).sum();
  }

  long sentBytes() {
    return requests.stream().mapToLong(Observation.Requests::sentBytes).sum();
  }

  long receivedBytes() {
    return requests.stream().mapToLong(Observation.Requests::receivedBytes).sum();
  }
}
