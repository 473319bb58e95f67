package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.simulation.ReplayFigures;
import java.util.List;

/**
 * A recommended setting.
 *
 * @param name {@code cheaper}, {@code balanced} or {@code safer}
 * @param hpa the autoscaler with the setting
 * @param searched the figures in the part of the load that was searched
 * @param verified the figures in the rest
 * @param isVerified whether it meets the goal in the rest too
 */
record Recommendation(
    String name,
    HorizontalPodAutoscaler hpa,
    ReplayFigures searched,
    ReplayFigures verified,
    boolean isVerified,
    List<Change> changes,
    List<String> risks) {

  /** The names in the order of {@link Goal.Reserve}. */
  static final List<String> NAMES = List.of("cheaper", "balanced", "safer");

  Recommendation {
    changes = List.copyOf(changes);
    risks = List.copyOf(risks);
  }
}
