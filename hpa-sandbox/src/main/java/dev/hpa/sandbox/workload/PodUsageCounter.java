package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The CPU usage of a pod and its last two scrapes. CPU is a cumulative counter in
 * millicore-seconds, like the kubelet's. Guarded by the {@link LoadMeter}, except for {@link
 * #sample}.
 */
final class PodUsageCounter {

  private final PodState pod;

  private final String workload;

  /** The source of the pod's load, and the usage before it last started to serve. */
  private final WorkloadLoad account;

  private WorkloadLoad.@Nullable Level level;
  private double taken;
  private double levelAtStart;

  private double extra;
  private @Nullable Instant started;
  private @Nullable Instant scraped;
  private double usedAtScrape;
  private volatile @Nullable Sample sample;

  PodUsageCounter(PodState pod, String workload, WorkloadLoad account) {
    this.pod = pod;
    this.workload = workload;
    this.account = account;
  }

  /**
   * The usage between two scrapes.
   *
   * @param to the time of the second scrape
   * @param milliCores the average
   */
  record Sample(Instant from, Instant to, double milliCores) {
    Duration window() {
      return Duration.between(from, to);
    }
  }

  PodState pod() {
    return pod;
  }

  WorkloadLoad account() {
    return account;
  }

  /** The uid of the workload of the account. */
  String workload() {
    return workload;
  }

  /** The start time of its containers; null while they are not running. */
  @Nullable Instant started() {
    return started;
  }

  void start(Instant now) {
    started = now;
  }

  boolean isServing() {
    return level != null;
  }

  /**
   * Starts to take a share of the load, or stops for null. The account must be advanced to the
   * current time.
   */
  void serve(WorkloadLoad.@Nullable Level next) {
    taken = cumulatedShare();
    level = next;
    levelAtStart = next == null ? 0 : next.total();
  }

  private double cumulatedShare() {
    return level == null ? taken : taken + level.total() - levelAtStart;
  }

  void addExtra(double milliCoreSeconds) {
    extra += milliCoreSeconds;
  }

  /** The total usage, in millicore-seconds. */
  double total() {
    return cumulatedShare() + extra;
  }

  /**
   * Reads the counter.
   *
   * @return the usage since the last scrape, in millicore-seconds
   */
  double scrape(Instant now) {
    double total = total();
    double used = total - usedAtScrape;
    Instant last = scraped;
    if (last != null && last.isBefore(now)) {
      sample = new Sample(last, now, used / (Duration.between(last, now).toNanos() / 1e9));
    }
    scraped = now;
    usedAtScrape = total;
    return used;
  }

  /** The latest sample; null before the second scrape. Any thread may call this. */
  @Nullable Sample sample() {
    return sample;
  }
}
