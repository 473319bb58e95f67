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
 * @param effects what each change does
 * @param risks those of no single change
 * @param request the CPU request of a pod, in millicores; 0 if requests are not searched
 */
record Recommendation(
    String name,
    HorizontalPodAutoscaler hpa,
    ReplayFigures searched,
    ReplayFigures verified,
    boolean isVerified,
    List<Effect> effects,
    List<String> risks,
    long request) {

  /**
   * What a change does beside the others.
   *
   * @param saving as a share of the pod-hours of today's setting; negative if it costs
   * @param without the figures of the setting without it
   * @param risks what may go wrong with it
   */
  record Effect(Change change, double saving, ReplayFigures without, List<String> risks) {
    Effect {
      risks = List.copyOf(risks);
    }
  }

  /** The names in the order of {@link Goal.Reserve}. */
  static final List<String> NAMES = List.of("cheaper", "balanced", "safer");

  Recommendation {
    effects = List.copyOf(effects);
    risks = List.copyOf(risks);
  }

  List<Change> changes() {
    return effects.stream().map(Effect::change).toList();
  }
}
