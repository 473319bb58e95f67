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
 * What came of a run.
 *
 * @param fillMillis from the first object until all pods were ready
 * @param podBytes the mean size of a pod as JSON
 * @param heapBytesPerPod what is reachable in the full sandbox, all its objects together, per pod
 * @param residentBytes memory of the sandbox's process at the end
 * @param updates how many were made and answered
 * @param updatesPerSecond how many there were a second, until every watch was told of the last
 * @param events how many events all watches got
 * @param lagMillis from when an update was due until a watch was told
 * @param cpuSeconds CPU time of the sandbox's process, for updates and events together
 * @param problems what should not have been: events missing, doubled or out of order, watches that
 *     broke, updates behind their rate; empty when all is well
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

  /** The share of the rate asked for that has to be reached; the last events take a moment. */
  private static final double KEPT_UP = 0.95;

  /** How late events were, in milliseconds. */
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
      Updates.Made unmeasured,
      Updates.Made made,
      List<Watcher> watchers,
      Duration took,
      Duration cpu,
      long residentBytes) {
    long[] expected =
        LongStream.concat(Arrays.stream(unmeasured.revisions()), Arrays.stream(made.revisions()))
            .toArray();
    List<String> problems = new ArrayList<>();
    LongStream.Builder lags = LongStream.builder();
    for (Watcher watcher : watchers) {
      if (watcher.problem() != null) {
        problems.add(watcher.form() + " watch: " + watcher.problem());
      } else if (!Arrays.equals(expected, watcher.revisions())) {
        problems.add(
            "%s watch: told of %,d changes, which are not the %,d that were made"
                .formatted(watcher.form(), watcher.revisions().length, expected.length));
      } else {
        addLags(watcher, unmeasured.revisions().length, made, lags);
      }
    }
    long[] sorted = lags.build().sorted().toArray();
    double perSecond = made.revisions().length * 1e9 / took.toNanos();
    if (perSecond < load.updatesPerSecond() * KEPT_UP) {
      problems.add(
          "%,.0f updates a second are fewer than the %,d that were asked for"
              .formatted(perSecond, load.updatesPerSecond()));
    }
    Population population = load.population();
    double micros = cpu.toNanos() / 1e3;
    long updates = made.revisions().length;
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
      Watcher watcher, int first, Updates.Made made, LongStream.Builder lags) {
    long[] nanos = watcher.nanos();
    for (int i = 0; i < made.due().length; i++) {
      lags.add(nanos[first + i] - made.due()[i]);
    }
  }

  /** As a table for people. */
  String text() {
    return """
        pods, autoscalers, watches  %,d, %,d, %d
        filled in                   %.1f s
        a pod as JSON               %,d bytes
        heap per pod, all objects   %,d bytes
        memory of the process       %,d MiB
        updates                     %,d, %,.0f a second
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
