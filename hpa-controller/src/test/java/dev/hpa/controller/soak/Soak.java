package dev.hpa.controller.soak;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A soak: the load changes all the time, one fault follows the other, and after each every
 * autoscaler has to be decided again within a bounded time.
 *
 * <p>Heap after garbage collection and threads are sampled after every fault, of cluster and
 * controllers together; they are flat when the median of the last third of the samples exceeds that
 * of the first by no more than 25 % and 32 MiB, or 10 % and 16 threads.
 */
final class Soak {

  /** Watches back off to 10 s, a circuit breaker to a minute; then an outage of the Lease. */
  private static final Duration RECOVERY = Duration.ofMinutes(4);

  /** Between faults, at least; at most twice as long. */
  private static final int CALM = 30;

  private static final int NAMESPACES = 20;
  private static final Duration REPORT = Duration.ofMinutes(30);
  private static final Duration CHANGES = Duration.ofSeconds(30);
  private static final double HEAP_SHARE = 0.25;
  private static final long HEAP_ALLOWANCE = 32L << 20;
  private static final double THREAD_SHARE = 0.1;
  private static final long THREAD_ALLOWANCE = 16;

  private final int autoscalers = Integer.getInteger("soak.autoscalers", 1000);
  private final long seed = Long.getLong("soak.seed", System.nanoTime());
  private final Duration length;
  private final Random random;
  private final SoakCluster cluster;
  private final Deque<FaultKind> deck = new ArrayDeque<>();
  private final Map<FaultKind, Integer> episodes = new EnumMap<>(FaultKind.class);
  private final List<Long> heap = new ArrayList<>();
  private final List<Long> threads = new ArrayList<>();
  private Duration slowest = Duration.ZERO;
  private long reports;

  Soak(Duration length, Path folder) throws Exception {
    this.length = length;
    this.random = new Random(seed);
    this.cluster = new SoakCluster(folder, seed);
  }

  /**
   * Runs it to its end.
   *
   * @return what happened, for people
   * @throws AssertionError with the seed, when something is wrong
   */
  String run() throws Exception {
    long begun = System.nanoTime();
    Instant start = cluster.timeline().now();
    try {
      cluster.objects().create(autoscalers, NAMESPACES);
      awaitDecided("the start");
      while (cluster.timeline().now().isBefore(start.plus(length))) {
        passCalm();
        passFault(next());
        sample();
        reportProgress(start, begun);
      }
      check(Trend.growth("heap after GC in bytes", heap, HEAP_SHARE, HEAP_ALLOWANCE).orElse(""));
      check(Trend.growth("threads", threads, THREAD_SHARE, THREAD_ALLOWANCE).orElse(""));
      return report(start, begun);
    } finally {
      cluster.close();
    }
  }

  /** Prints what happened so far, every half hour of the cluster. */
  private void reportProgress(Instant start, long begun) {
    long passed = Duration.between(start, cluster.timeline().now()).dividedBy(REPORT);
    if (passed > reports) {
      reports = passed;
      System.out.print(report(start, begun));
    }
  }

  private FaultKind next() {
    if (deck.isEmpty()) {
      List<FaultKind> shuffled = new ArrayList<>(List.of(FaultKind.values()));
      Collections.shuffle(shuffled, random);
      deck.addAll(shuffled);
    }
    return deck.removeFirst();
  }

  private void passCalm() throws Exception {
    pass(Duration.ofSeconds(CALM + random.nextLong(CALM + 1)));
  }

  private void passFault(FaultKind kind) throws Exception {
    episodes.merge(kind, 1, Integer::sum);
    cluster.begin(kind);
    pass(kind.lasts());
    cluster.end(kind);
    awaitDecided(kind.toString());
    check(cluster.failures() == 0 ? "" : cluster.failures() + " unexpected failures, see the log");
  }

  /** Time with changes of load and bounds. */
  private void pass(Duration duration) throws Exception {
    Instant end = cluster.timeline().now().plus(duration);
    for (Instant now = cluster.timeline().now();
        now.isBefore(end);
        now = cluster.timeline().now()) {
      cluster.objects().change();
      Duration left = Duration.between(now, end);
      cluster.pass(left.compareTo(CHANGES) < 0 ? left : CHANGES);
    }
  }

  private void awaitDecided(String after) throws Exception {
    Instant since = cluster.timeline().now();
    List<String> left = cluster.undecidedSince(since);
    while (!left.isEmpty()) {
      Duration waited = Duration.between(since, cluster.timeline().now());
      if (waited.compareTo(RECOVERY) > 0) {
        String first = left.getFirst();
        check(
            "%d HPAs are not decided %s after %s, such as %s: %s"
                .formatted(left.size(), RECOVERY, after, first, cluster.lastError(first)));
      }
      cluster.pass(Duration.ofSeconds(1));
      left = cluster.undecidedSince(since);
    }
    Duration took = Duration.between(since, cluster.timeline().now());
    slowest = took.compareTo(slowest) > 0 ? took : slowest;
  }

  private void check(String problem) {
    if (!problem.isEmpty()) {
      throw new AssertionError(problem + " (seed " + seed + ", " + episodes + ")");
    }
  }

  /** Without the past, which the API server keeps for an hour. */
  private void sample() {
    cluster.objects().forgetPast();
    System.gc();
    heap.add(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    threads.add((long) ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private String report(Instant start, long begun) {
    return """
        soak: seed %d, %d autoscalers, %s of cluster time in %s
          faults %d: %s
          requests %d, affected by faults %d; reconciles %d, unexpected failures %d
          controllers started %d
          slowest recovery %s of %s
          heap after GC MiB, first and last third: %d, %d; threads: %d, %d
        """
        .formatted(
            seed,
            autoscalers,
            Duration.between(start, cluster.timeline().now()),
            Duration.ofNanos(System.nanoTime() - begun),
            episodes.values().stream().mapToInt(Integer::intValue).sum(),
            episodes,
            cluster.requests(),
            cluster.struck(),
            cluster.reconciles(),
            cluster.failures(),
            cluster.controllers(),
            slowest,
            RECOVERY,
            Trend.first(heap) >> 20,
            Trend.last(heap) >> 20,
            Trend.first(threads),
            Trend.last(threads));
  }
}
