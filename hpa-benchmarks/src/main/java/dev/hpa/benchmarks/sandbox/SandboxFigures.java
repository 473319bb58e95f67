package dev.hpa.benchmarks.sandbox;

import dev.hpa.benchmarks.setup.FilledState;
import dev.hpa.benchmarks.setup.Population;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Results of a run.
 *
 * @param fillMillis time from the first object until all pods were ready, in ms
 * @param podBytes mean size of a pod as JSON, in bytes
 * @param heapBytesPerPod reachable bytes of all objects in the sandbox, divided by the pods
 * @param residentBytes resident set size of the sandbox's process at the end
 * @param updates number of updates
 * @param updatesPerSecond update rate until every watch received the last event
 * @param events number of events of all watches
 * @param lagMillis time from the scheduled time of an update to its event, in ms
 * @param cpuSeconds CPU time of the sandbox's process, for updates and events
 * @param problems missing, duplicate or unordered events, broken watches, a lower update rate than
 *     requested; empty if the check passed
 */
record SandboxFigures(
    int pods,
    int autoscalers,
    int watches,
    long fillMillis,
    long podBytes,
    long heapBytesPerPod,
    long residentBytes,
    long updates,
    double updatesPerSecond,
    long events,
    Lag lagMillis,
    double cpuSeconds,
    double cpuMicrosPerUpdate,
    double cpuMicrosPerEvent,
    List<String> problems) {

  /** Required share of the requested rate; the last events take a moment to arrive. */
  private static final double REQUIRED_RATE_SHARE = 0.95;

  /** Lag of events, in ms. */
  record Lag(double p50, double p99, double max) {

    static Lag of(long[] sortedNanos) {
      return new Lag(millis(sortedNanos, 0.5), millis(sortedNanos, 0.99), millis(sortedNanos, 1));
    }

    private static double millis(long[] sortedNanos, double share) {
      if (sortedNanos.length == 0) {
        return 0;
      }
      int rank = (int) Math.ceil(share * sortedNanos.length) - 1;
      return sortedNanos[Math.max(rank, 0)] / 1e6;
    }
  }

  static SandboxFigures of(
      SandboxLoad load,
      FilledState filled,
      Updates.Sent unmeasured,
      Updates.Sent sent,
      List<Watcher> watchers,
      Duration took,
      Duration cpu,
      long residentBytes) {
    long[] expected =
        LongStream.concat(Arrays.stream(unmeasured.revisions()), Arrays.stream(sent.revisions()))
            .toArray();
    List<String> problems = new ArrayList<>();
    LongStream.Builder lags = LongStream.builder();
    for (Watcher watcher : watchers) {
      if (watcher.problem() != null) {
        problems.add(watcher.encoding() + " watch: " + watcher.problem());
      } else if (!Arrays.equals(expected, watcher.revisions())) {
        problems.add(
            "%s watch: received %,d events that do not match the %,d updates"
                .formatted(watcher.encoding(), watcher.revisions().length, expected.length));
      } else {
        addLags(watcher, unmeasured.revisions().length, sent, lags);
      }
    }
    long[] sorted = lags.build().sorted().toArray();
    double perSecond = sent.revisions().length * 1e9 / took.toNanos();
    if (perSecond < load.updatesPerSecond() * REQUIRED_RATE_SHARE) {
      problems.add(
          "update rate: %,.0f/s is below the requested %,d/s"
              .formatted(perSecond, load.updatesPerSecond()));
    }
    Population population = load.population();
    double micros = cpu.toNanos() / 1e3;
    long updates = sent.revisions().length;
    return new SandboxFigures(
        population.pods(),
        population.autoscalers(),
        watchers.size(),
        filled.millis(),
        filled.podBytes(),
        filled.heapBytes() / population.pods(),
        residentBytes,
        updates,
        perSecond,
        sorted.length,
        Lag.of(sorted),
        micros / 1e6,
        micros / updates,
        micros / Math.max(sorted.length, 1),
        problems);
  }

  private static void addLags(
      Watcher watcher, int first, Updates.Sent sent, LongStream.Builder lags) {
    long[] nanos = watcher.nanos();
    for (int i = 0; i < sent.due().length; i++) {
      lags.add(nanos[first + i] - sent.due()[i]);
    }
  }

  /** Returns the results as a text table. */
  String text() {
    return """
        pods, autoscalers, watches  %,d, %,d, %d
        fill time                   %.1f s
        mean pod size as JSON       %,d bytes
        heap per pod, all objects   %,d bytes
        resident set size           %,d MiB
        updates                     %,d, %,.0f/s
        events delivered            %,d
        lag p50, p99, max           %.1f, %.1f, %.1f ms
        CPU                         %.1f s
        CPU per update              %.0f µs
        CPU per event delivered     %.1f µs
        """
            .formatted(
                pods,
                autoscalers,
                watches,
                fillMillis / 1e3,
                podBytes,
                heapBytesPerPod,
                residentBytes >> 20,
                updates,
                updatesPerSecond,
                events,
                lagMillis.p50(),
                lagMillis.p99(),
                lagMillis.max(),
                cpuSeconds,
                cpuMicrosPerUpdate,
                cpuMicrosPerEvent)
        + problems.stream().map(each -> "problem: " + each + "\n").collect(Collectors.joining());
  }
}
