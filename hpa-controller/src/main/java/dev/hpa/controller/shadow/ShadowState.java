package dev.hpa.controller.shadow;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.controller.queue.ResultMemory;
import dev.hpa.controller.reconcile.ReconcileResult;
import dev.hpa.core.Plan;
import dev.hpa.core.Situation;
import dev.hpa.kube.memory.Limit;
import dev.hpa.kube.memory.MemoryPool;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The state of shadow mode for one autoscaler. The queue of writes is thread-safe; all else is
 * confined to the current sync.
 */
final class ShadowState {

  /** Those of a sync, half a period later, and of the next sync. */
  private static final int READINGS = 3;

  /** Readings of which no copies are counted, in bytes. */
  private static final int SMALL = 1 << 14;

  /** Of readings, in comparisons: variants with those of other times. */
  private static final int COPIES = 16;

  /** Without its readings and pods, and for each pod with its states at other times; in bytes. */
  private static final int COMPARISON = 1 << 12;

  private static final int STATE_OF_POD = 256;

  /** Of each pod, in the lists of a comparison whose readings are small, in bytes. */
  private static final int PLACE_OF_POD = 64;

  /** What a sync read; of its pods nothing is kept. */
  private record Read(Plan.Measure plan, List<MetricResult> results) {}

  private final @Nullable String uid;
  private final MemoryPool.Account memory;
  private final Deque<Read> lastReadings = new ArrayDeque<>();
  private final Queue<StatusWrite> writes = new ConcurrentLinkedQueue<>();
  final HistoryWarmup learning;
  final OverdueScaleEvent missed;
  final Recommendations recommendations;

  /** Comparisons that the next sync completes. */
  final List<PendingComparison> pending = new ArrayList<>();

  private Instant leaderSince;
  private @Nullable TargetScale lastTarget;
  private Instant lastSync = Instant.MIN;
  private Instant lastWrite;
  private @Nullable Integer replicas;

  /**
   * @param uid of the autoscaler; null if unknown
   * @param memory for readings that are kept; closed with this state
   */
  ShadowState(@Nullable String uid, Timing timing, Instant now, MemoryPool.Account memory) {
    this.uid = uid;
    this.memory = memory;
    learning = new HistoryWarmup(timing.longestGap(), now);
    missed = new OverdueScaleEvent(timing.grace());
    recommendations = new Recommendations(timing);
    leaderSince = now;
    lastWrite = now;
  }

  /** Adds a write; of more than a sync can follow, only the last one counts, as a delayed one. */
  void add(StatusWrite write) {
    boolean isFull = writes.size() >= Limit.SHADOW_WRITES.asInt();
    if (isFull) {
      writes.clear();
    }
    writes.add(isFull ? write.delayed() : write);
  }

  /** Whether this is the state of an autoscaler, and not of an earlier one of its name. */
  boolean isOf(HorizontalPodAutoscaler autoscaler) {
    return Objects.equals(autoscaler.metadata().uid(), uid);
  }

  @Nullable StatusWrite nextWrite() {
    return writes.poll();
  }

  /** The target as the last sync read it; null if it could not. */
  @Nullable TargetScale lastTarget() {
    return lastTarget;
  }

  /** What a comparison takes in memory. */
  static long bytes(Situation situation) {
    long ofStates = (long) STATE_OF_POD * situation.selection().pods().size();
    return COMPARISON + ofStates + COPIES * bytes(situation.results());
  }

  private static long bytes(List<MetricResult> results) {
    return results.stream().mapToLong(ResultMemory::of).sum();
  }

  /** Whether readings can be kept for comparisons; if not, nothing of this autoscaler is. */
  boolean hasRoomFor(Situation situation) {
    boolean isSmall = bytes(situation.results()) <= SMALL;
    long ofPods = (long) PLACE_OF_POD * situation.selection().pods().size();
    boolean hasRoom = memory.replace(isSmall ? ofPods : bytes(situation));
    if (!hasRoom) {
      lastReadings.clear();
      pending.clear();
    }
    return hasRoom;
  }

  void close() {
    memory.close();
  }

  /** Recent readings of the same queries, the newest first. */
  List<List<MetricResult>> lastReadings(Plan plan) {
    return lastReadings.stream()
        .filter(
            each -> plan instanceof Plan.Measure now && each.plan().queries().equals(now.queries()))
        .map(Read::results)
        .toList();
  }

  /** Adds readings. */
  void read(ReconcileResult result) {
    Situation situation = result.situation();
    if (situation != null
        && hasRoomFor(situation)
        && situation.plan() instanceof Plan.Measure plan) {
      lastReadings.addFirst(new Read(plan, situation.results()));
      if (lastReadings.size() > READINGS) {
        lastReadings.removeLast();
      }
    }
  }

  /**
   * Whether this state is older than a change of the active controller that it has not noticed.
   *
   * @param changed the time of the last change
   */
  boolean isOlder(Instant changed) {
    boolean isNew = changed.isAfter(leaderSince);
    leaderSince = isNew ? changed : leaderSince;
    return isNew;
  }

  /** Notes the end of a sync. */
  void synced(ReconcileResult result, Instant now) {
    read(result);
    lastTarget = result.target();
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
   * Adds a status write.
   *
   * @return whether its initial replicas are those after the previous write
   */
  boolean written(StatusWrite write) {
    lastWrite = write.at();
    boolean follows = replicas == null || replicas == write.from();
    replicas = write.to();
    return follows;
  }
}
