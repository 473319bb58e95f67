package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The load of one workload and its distribution to pods.
 *
 * <p>With demand <i>a</i>(t) and <i>n</i> serving pods, each gets <i>s</i> = a/n, up to its limit
 * <i>c</i>. All pods with the same limit use the same, so the integral of min(s, c) is kept once
 * per limit ({@link Level}), and each pod stores its value at the time when it started to serve.
 * Pods in their warm-up use <i>w</i>(t) more, in total again up to c; this is integrated per pod.
 * The integrals are advanced when the number of pods changes and when they are read, in steps of
 * whole seconds of the profile, each with the value at its middle: exact for linear segments and
 * for jumps at whole seconds.
 *
 * <p>Guarded by the {@link LoadMeter}.
 */
final class WorkloadLoad {

  private static final long STEP = 1_000_000_000L;

  /** The integral of the usage of a pod with one limit. */
  static final class Level {
    private final double limit;
    private int pods;
    private double total;

    Level(double limit) {
      this.limit = limit;
    }

    /** In millicore-seconds. */
    double total() {
      return total;
    }
  }

  private final WarmUp warmUp;
  private final List<Level> levels = new ArrayList<>(1);
  private final Set<PodUsageCounter> pods = new LinkedHashSet<>();
  private final List<PodUsageCounter> warming = new ArrayList<>(0);
  private LoadProfile profile = LoadProfile.NONE;
  private Instant start;
  private Instant advancedTo;
  private int serving;
  private double unserved;

  WorkloadLoad(WarmUp warmUp, Instant now) {
    this.warmUp = warmUp;
    this.start = now;
    this.advancedTo = now;
  }

  Set<PodUsageCounter> pods() {
    return pods;
  }

  int serving() {
    return serving;
  }

  /** The unserved demand so far, in millicore-seconds. */
  double unservedTotal() {
    return unserved;
  }

  /** Replaces the load profile. */
  void profile(LoadProfile next, Instant now) {
    advance(now);
    profile = next;
    start = now;
  }

  /** The containers of a pod have started; its warm-up begins. */
  void warm(PodUsageCounter pod) {
    if (warmUp.applies(pod.pod().shape())) {
      warming.add(pod);
    }
  }

  /** A pod starts to serve. */
  void join(PodUsageCounter pod, Instant now) {
    advance(now);
    Level level = levelOf(pod.pod().shape().cpuLimit());
    level.pods++;
    serving++;
    pod.serve(level);
  }

  /** A pod stops serving. */
  void leave(PodUsageCounter pod, Instant now) {
    advance(now);
    levelOf(pod.pod().shape().cpuLimit()).pods--;
    serving--;
    pod.serve(null);
  }

  void remove(PodUsageCounter pod) {
    pods.remove(pod);
    warming.remove(pod);
  }

  private Level levelOf(double limit) {
    for (Level level : levels) {
      if (level.limit == limit) {
        return level;
      }
    }
    Level level = new Level(limit);
    levels.add(level);
    return level;
  }

  void advance(Instant now) {
    if (!now.isAfter(advancedTo)) {
      // Thousands of pods that change at the same time would examine all warming pods each.
      return;
    }
    long from = nanos(advancedTo);
    long to = nanos(now);
    while (from < to) {
      long end = Math.min(to, (Math.floorDiv(from, STEP) + 1) * STEP);
      step(from, end);
      from = end;
    }
    advancedTo = now;
    warming.removeIf(pod -> warmUp.isOver(pod, now));
  }

  private long nanos(Instant time) {
    return Duration.between(start, time).toNanos();
  }

  private void step(long from, long to) {
    double seconds = (to - from) / 1e9;
    Duration middle = Duration.ofNanos(from + (to - from) / 2);
    double asked = profile.milliCoresAt(middle);
    double share = share(asked);
    for (Level level : levels) {
      level.total += Math.min(share, level.limit) * seconds;
    }
    unserved += (asked - delivered(share)) * seconds;
    for (PodUsageCounter pod : warming) {
      pod.addExtra(extra(pod, share, start.plus(middle)) * seconds);
    }
  }

  private double share(double asked) {
    return serving == 0 ? 0 : asked / serving;
  }

  private double delivered(double share) {
    double delivered = 0;
    for (Level level : levels) {
      delivered += level.pods * Math.min(share, level.limit);
    }
    return delivered;
  }

  /** The current warm-up usage of a pod in addition to its share, in millicores. */
  private double extra(PodUsageCounter pod, double share, Instant time) {
    double limit = pod.pod().shape().cpuLimit();
    double own = pod.isServing() ? Math.min(share, limit) : 0;
    return Math.min(own + warmUp.milliCores(pod, time), limit) - own;
  }

  /** The current demand, in millicores. */
  double asked(Instant now) {
    Duration since = Duration.between(start, now);
    return profile.milliCoresAt(since.isNegative() ? Duration.ZERO : since);
  }

  /** The current usage of the pods without warm-up, in millicores. */
  double delivered(Instant now) {
    return delivered(share(asked(now)));
  }

  /** The current usage of the pods, in millicores. */
  double used(Instant now) {
    double share = share(asked(now));
    double used = delivered(share);
    for (PodUsageCounter pod : warming) {
      used += extra(pod, share, now);
    }
    return used;
  }
}
