package dev.hpa.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What decisions need to know of a pod.
 *
 * @param deleted whether it has a deletion timestamp
 * @param startTime when the kubelet took it on
 * @param ready its Ready condition
 */
public record Pod(
    String name,
    Phase phase,
    boolean deleted,
    @Nullable Instant startTime,
    @Nullable Readiness ready,
    PodResources resources) {

  /** Where a pod is in its life. */
  public enum Phase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    /** Any other text, the empty one included. */
    UNKNOWN;

    /** The phase with the API's name, {@link #UNKNOWN} for any other text. */
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
    /** The status of a condition; any text but True and False is unknown. */
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

  boolean isRunningAndReady() {
    return phase == Phase.RUNNING && ready != null && ready.status() == Readiness.Status.TRUE;
  }
}
