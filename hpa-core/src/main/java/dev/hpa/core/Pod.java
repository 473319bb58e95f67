package dev.hpa.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a pod that decisions depend on. Immutable.
 *
 * @param deleted whether it has a deletion timestamp
 * @param startTime {@code status.startTime}; null if not set
 * @param ready its Ready condition; null if absent
 */
public record Pod(
    String name,
    Phase phase,
    boolean deleted,
    @Nullable Instant startTime,
    @Nullable Readiness ready,
    PodResources resources) {

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
  Pod with(PodResources other) {
    return new Pod(name, phase, deleted, startTime, ready, other);
  }

  boolean isRunningAndReady() {
    return phase == Phase.RUNNING && ready != null && ready.status() == Readiness.Status.TRUE;
  }
}
