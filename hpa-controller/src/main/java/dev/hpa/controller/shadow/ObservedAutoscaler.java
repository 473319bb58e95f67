package dev.hpa.controller.shadow;

import dev.hpa.controller.reconcile.Judgement;
import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What shadow mode knows of one autoscaler between syncs. The queue of writes is thread-safe;
 * everything else belongs to the one sync at a time.
 */
final class ObservedAutoscaler {

  private final Queue<StatusWrite> writes = new ConcurrentLinkedQueue<>();
  private final Learning learning;
  private final MissedChange missed;
  private final Recommendations recommendations = new Recommendations();
  private final List<UnconfirmedDifference> unconfirmed = new ArrayList<>();
  private @Nullable Judgement lastJudgement;
  private Instant lastSync = Instant.MIN;
  private Instant lastWrite;
  private @Nullable Integer replicas;

  ObservedAutoscaler(Timing timing, Instant now) {
    learning = new Learning(timing.longestGap(), now);
    missed = new MissedChange(timing.grace());
    lastWrite = now;
  }

  void add(StatusWrite write) {
    writes.add(write);
  }

  @Nullable StatusWrite nextWrite() {
    return writes.poll();
  }

  Learning learning() {
    return learning;
  }

  Recommendations recommendations() {
    return recommendations;
  }

  MissedChange missed() {
    return missed;
  }

  /** Differences that the next sync confirms or drops. */
  List<UnconfirmedDifference> unconfirmed() {
    return unconfirmed;
  }

  @Nullable Judgement lastJudgement() {
    return lastJudgement;
  }

  /** What the last sync read for the same queries; empty when it read for others. */
  List<MetricResult> lastReadings(Plan plan) {
    Situation last = lastJudgement == null ? null : lastJudgement.situation();
    return last != null
            && last.plan() instanceof Plan.Measure then
            && plan instanceof Plan.Measure now
            && then.queries().equals(now.queries())
        ? last.readings()
        : List.of();
  }

  /** A sync has ended. */
  void synced(Judgement judgement, Instant now) {
    lastJudgement = judgement;
    lastSync = now;
  }

  boolean syncedWithin(Duration time, Instant now) {
    return !lastSync.equals(Instant.MIN) && lastSync.plus(time).isAfter(now);
  }

  /** Whether the active controller wrote nothing for some time. */
  boolean isQuiet(Duration time, Instant now) {
    return lastWrite.plus(time).isBefore(now);
  }

  /**
   * A status was written.
   *
   * @return whether its replicas follow from the one before
   */
  boolean written(StatusWrite write) {
    lastWrite = write.at();
    boolean follows = replicas == null || replicas == write.from();
    replicas = write.to();
    return follows;
  }
}
