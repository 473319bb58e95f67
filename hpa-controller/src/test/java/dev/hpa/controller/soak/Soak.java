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

  private static final Duration REPORT = Duration.ofMinutes(30);
  private static final Duration CHANGES = Duration.ofSeconds(30);
  private static final double HEAP_SHARE = 0.25;
  private static final long HEAP_ALLOWANCE = 32L << 20;
  private static final double THREAD_SHARE = 0.1;
  private static final long THREAD_ALLOWANCE = 16;
  private static final int SHOWN = 3;

  private final SoakOptions options;
  private final Random random;
  private final SoakCluster cluster;
  private final Deque<FaultKind> deck = new ArrayDeque<>();
  private final Map<FaultKind, Integer> episodes = new EnumMap<>(FaultKind.class);
  private final List<Long> heap = new ArrayList<>();
  private final List<Long> threads = new ArrayList<>();
  private Duration slowest = Duration.ZERO;
  private long reports;

  Soak(SoakOptions options, Pacer pacer, Path folder) throws Exception {
    this.options = options;
    this.random = new Random(options.seed());
    this.cluster = new SoakCluster(pacer, folder, options.seed());
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
      cluster.objects().create(options.autoscalers(), options.namespaces(), start);
      cluster.recorder().calm();
      awaitDecided("the start");
      while (cluster.timeline().now().isBefore(start.plus(options.length()))) {
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
      List<FaultKind> shuffled = new ArrayList<>(options.faults());
      Collections.shuffle(shuffled, random);
      deck.addAll(shuffled);
    }
    return deck.removeFirst();
  }

  private void passCalm() throws Exception {
    long calm = options.calm().toSeconds();
    pass(Duration.ofSeconds(calm + random.nextLong(calm + 1)));
    checkWrites("a calm");
  }

  private void passFault(FaultKind kind) throws Exception {
    episodes.merge(kind, 1, Integer::sum);
    cluster.begin(kind);
    pass(kind.lasts());
    cluster.end(kind);
    awaitDecided(kind.toString());
    checkWrites(kind.toString());
  }

  /** Time with changes of load and bounds. */
  private void pass(Duration duration) throws Exception {
    Instant end = cluster.timeline().now().plus(duration);
    for (Instant now = cluster.timeline().now();
        now.isBefore(end);
        now = cluster.timeline().now()) {
      cluster.objects().change(now);
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

  private void checkWrites(String after) {
    List<String> violations = cluster.checker().violations();
    check(
        violations.isEmpty()
            ? ""
            : "%d wrong writes, noticed after %s: %s"
                .formatted(
                    violations.size(),
                    after,
                    String.join("; ", violations.subList(0, Math.min(SHOWN, violations.size())))));
    check(cluster.failures() == 0 ? "" : cluster.failures() + " unexpected failures, see the log");
  }

  private void check(String problem) {
    if (!problem.isEmpty()) {
      throw new AssertionError(problem + " (seed " + options.seed() + ", " + episodes + ")");
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
          controllers started %d; scale writes %d, wrong %d
          slowest recovery %s of %s
          heap after GC MiB, first and last third: %d, %d; threads: %d, %d
        """
        .formatted(
            options.seed(),
            options.autoscalers(),
            Duration.between(start, cluster.timeline().now()),
            Duration.ofNanos(System.nanoTime() - begun),
            episodes.values().stream().mapToInt(Integer::intValue).sum(),
            episodes,
            cluster.recorder().requests(),
            cluster.struck(),
            cluster.reconciles(),
            cluster.failures(),
            cluster.controllers(),
            cluster.checker().writes(),
            cluster.checker().violations().size(),
            slowest,
            RECOVERY,
            Trend.first(heap) >> 20,
            Trend.last(heap) >> 20,
            Trend.first(threads),
            Trend.last(threads));
  }
}
