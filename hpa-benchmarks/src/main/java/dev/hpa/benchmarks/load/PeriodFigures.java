package dev.hpa.benchmarks.load;

import dev.hpa.benchmarks.setup.Seen;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sync period of a contender.
 *
 * @param second when it ended, after the start of the contender
 * @param measured whether it counts
 * @param reconciled how many autoscalers were looked at, as the contender's own metrics say; null
 *     when it shows none
 * @param written how many statuses were written
 * @param decided how many autoscalers had their status written
 * @param unread how many autoscalers had a status that misses a metric when it ended
 * @param lateness null when no status was written twice
 * @param hungLateness the same of those that wait for the hung source
 * @param cpuSeconds CPU time of the contender
 * @param residentBytes its memory at the end of the period
 * @param sandboxCpuSeconds CPU time of the sandbox
 */
record PeriodFigures(
    double second,
    boolean measured,
    @Nullable Long reconciled,
    long written,
    int decided,
    int unread,
    @Nullable Lateness lateness,
    @Nullable Lateness hungLateness,
    List<Seen.Requests> requests,
    double cpuSeconds,
    long residentBytes,
    double sandboxCpuSeconds) {

  long requestCount() {
    return requests.stream().mapToLong(Seen.Requests::count).sum();
  }

  long sentBytes() {
    return requests.stream().mapToLong(Seen.Requests::sentBytes).sum();
  }

  long receivedBytes() {
    return requests.stream().mapToLong(Seen.Requests::receivedBytes).sum();
  }
}
