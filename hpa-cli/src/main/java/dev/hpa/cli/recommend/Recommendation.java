package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.simulation.ReplayFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recommended setting.
 *
 * @param name {@code cheaper}, {@code balanced} or {@code safer}
 * @param hpa the autoscaler with the setting
 * @param searched the figures in the part of the load that was searched
 * @param verified the figures in the rest
 * @param isVerified whether it meets the goal in the rest too
 * @param first the change that saves most alone; null if there is one change only, or none saves
 *     enough alone
 */
record Recommendation(
    String name,
    HorizontalPodAutoscaler hpa,
    ReplayFigures searched,
    ReplayFigures verified,
    boolean isVerified,
    List<Change> changes,
    @Nullable First first,
    List<String> risks) {

  /**
   * A change without the others.
   *
   * @param saving as a share of the pod-hours of today's setting
   */
  record First(Change change, double saving) {}

  /** The names in the order of {@link Goal.Reserve}. */
  static final List<String> NAMES = List.of("cheaper", "balanced", "safer");

  Recommendation {
    changes = List.copyOf(changes);
    risks = List.copyOf(risks);
  }
}
