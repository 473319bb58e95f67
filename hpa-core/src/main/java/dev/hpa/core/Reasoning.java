package dev.hpa.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What led to a decision, as far as it went.
 *
 * @param metrics what each metric of the spec yielded, in order; empty when none was looked at
 * @param followed what came of their proposals; null when there was none to follow
 */
public record Reasoning(List<MetricOutcome> metrics, @Nullable Followed followed) {

  static final Reasoning NONE = new Reasoning(List.of(), null);

  /**
   * A proposal that was followed.
   *
   * @param chosen the metric it came from; null when it came from several together
   * @param recommendation replicas the metrics ask for
   * @param normalization what history and limits make of it
   * @param turn what changed the result after that
   */
  public record Followed(
      MetricOutcome.@Nullable Proposed chosen,
      int recommendation,
      Normalization normalization,
      Turn turn) {}

  /** Rules that come after history and limits. */
  public enum Turn {
    NONE,
    /** A workload its autoscaler took to zero goes to a minimum that was raised since. */
    RAISED_TO_MINIMUM,
    /** A forbidden window of {@link Differences} keeps the replicas. */
    DELAYED
  }
}
