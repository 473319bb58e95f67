package dev.hpa.sandbox.workload;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a pod has used so far, and its last two scrapes. CPU is counted as kubelets count it, by a
 * number that only grows: millicores times seconds. Guarded by the {@link LoadMeter}, but for
 * {@link #sample}.
 */
final class PodUsage {

  private final PodState pod;

  private String workload;

  /**
   * Where the pod takes its share of the load from, and what it had taken up before it last began
   * to.
   */
  private LoadAccount account;

  private LoadAccount.@Nullable Level level;
  private double taken;
  private double levelAtStart;

  private double extra;
  private @Nullable Instant started;
  private @Nullable Instant scraped;
  private double usedAtScrape;
  private volatile @Nullable Sample sample;

  PodUsage(PodState pod, String workload, LoadAccount account) {
    this.pod = pod;
    this.workload = workload;
    this.account = account;
  }

  /**
   * Usage between two scrapes.
   *
   * @param to when the second one was
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

  LoadAccount account() {
    return account;
  }

  /** The uid of the workload the account is of. */
  String workload() {
    return workload;
  }

  void account(String otherWorkload, LoadAccount other) {
    workload = otherWorkload;
    account = other;
  }

  /** Since when its containers run; null while they do not. */
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
   * Begins (or, with null, ends) to take a share of the load. The account must have been advanced
   * to now.
   */
  void serve(LoadAccount.@Nullable Level next) {
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

  /** All it has used, in millicores times seconds. */
  double total() {
    return cumulatedShare() + extra;
  }

  /**
   * Reads the counter.
   *
   * @return what was used since the last time, in millicores times seconds
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

  /** What the metrics say; null before the second scrape. May be read by any thread. */
  @Nullable Sample sample() {
    return sample;
  }
}
