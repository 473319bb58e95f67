package dev.hpa.core.pods;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a pod that decisions depend on, and what distinguishes it from another pod of the
 * same name. Immutable.
 *
 * @param deleted whether it has a deletion timestamp
 * @param startTime {@code status.startTime}; null if not set
 * @param ready its Ready condition; null if absent
 * @param placement where it runs; decisions on the replicas do not depend on it
 * @param uidHash the hash code of its UID, which takes no memory beside the other fields; 0 if
 *     unknown. Decisions do not depend on it
 */
public record Pod(
    String name,
    Phase phase,
    boolean deleted,
    @Nullable Instant startTime,
    @Nullable Readiness ready,
    PodResources resources,
    Placement placement,
    int uidHash) {

  /**
   * Where a pod runs, and whether it is to stay. Equal for most pods of a node, so that caches
   * share one instance.
   *
   * @param node the name of its node; empty for none
   * @param zone its label {@code topology.kubernetes.io/zone}; empty for none
   * @param isKept whether its deletion cost is above 0, so that it is deleted last
   */
  public record Placement(String node, String zone, boolean isKept) {
    public static final Placement UNKNOWN = new Placement("", "", false);
  }

  /** A pod whose placement and UID are unknown. */
  public Pod(
      String name,
      Phase phase,
      boolean deleted,
      @Nullable Instant startTime,
      @Nullable Readiness ready,
      PodResources resources) {
    this(name, phase, deleted, startTime, ready, resources, Placement.UNKNOWN, 0);
  }

  /** {@code status.phase} of a pod. */
  public enum Phase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** Any other value, including an empty one. */
    UNKNOWN;

    /** The phase for {@code status.phase}; {@link #UNKNOWN} for any other value. */
    public static Phase of(String text) {
      return switch (text) {
        case "Pending" -> PENDING;
        case "Running" -> RUNNING;
        case "Succeeded" -> SUCCEEDED;
        case "Failed" -> FAILED;
        default -> UNKNOWN;
      };
    }
  }

  /** The Ready condition. */
  public record Readiness(Status status, Instant lastTransitionTime) {
    /** The status of a condition; any value but True and False is {@code UNKNOWN}. */
    public enum Status {
      TRUE,
      FALSE,
      UNKNOWN;

      public static Status of(String text) {
        return switch (text) {
          case "True" -> TRUE;
          case "False" -> FALSE;
          default -> UNKNOWN;
        };
      }
    }
  }

  /** This pod with other resources. */
  public Pod with(PodResources other) {
    return new Pod(name, phase, deleted, startTime, ready, other, placement, uidHash);
  }

  /** Whether this is another pod that has the name of the other. */
  public boolean replaces(Pod other) {
    return name.equals(other.name) && uidHash != other.uidHash;
  }

  /**
   * Since when it is not ready: since its start if it has not been ready since soon after it. Null
   * if it is ready, or has not been started by a node.
   *
   * @param delay the time after the start in which a change of readiness does not count
   */
  public @Nullable Instant notReadySince(Duration delay) {
    if (ready == null || startTime == null) {
      return startTime;
    }
    Instant changed = ready.lastTransitionTime();
    if (ready.status() == Readiness.Status.TRUE) {
      return null;
    }
    return startTime.plus(delay).isAfter(changed) ? startTime : changed;
  }

  /** Whether it is to serve: it neither has ended nor is being deleted. */
  public boolean mayServe() {
    return !deleted && phase != Phase.SUCCEEDED && phase != Phase.FAILED;
  }

  public boolean isRunningAndReady() {
    return phase == Phase.RUNNING && ready != null && ready.status() == Readiness.Status.TRUE;
  }
}
