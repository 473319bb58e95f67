package dev.hpa.cli.recommend;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.simulation.ReplayFigures;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run found.
 *
 * @param obstacle why nothing can be recommended; null if something is
 * @param warnings what makes the result less certain
 * @param price of a pod per hour; null if unknown
 * @param today the figures of the present setting in the part that was searched
 * @param todayVerified the same in the rest
 * @param keep whether the present setting meets the goal and nothing saves enough
 * @param recommendations from cheaper to safer; empty with an obstacle
 * @param front settings that no other one dominates in both pod-hours and unserved demand
 * @param candidates the number of settings that were replayed
 * @param dimensions the names of the properties that were searched
 * @param effort how much was simulated
 * @param replayedReplicas the replicas of the present setting on average
 * @param requests those of the pods; null if they are not searched
 */
record Analysis(
    ReplayInputs inputs,
    Goal goal,
    Parts parts,
    @Nullable String obstacle,
    List<String> warnings,
    @Nullable Double price,
    ReplayFigures today,
    ReplayFigures todayVerified,
    boolean keep,
    List<Recommendation> recommendations,
    List<FrontPoint> front,
    int candidates,
    List<String> dimensions,
    Effort effort,
    double replayedReplicas,
    @Nullable SearchedRequest requests) {

  Analysis {
    warnings = List.copyOf(warnings);
    recommendations = List.copyOf(recommendations);
    front = List.copyOf(front);
    dimensions = List.copyOf(dimensions);
  }

  /** What manages the HPA and writes it anew; empty if nothing does. */
  String owner() {
    return ownerOf(inputs.hpa());
  }

  /**
   * What manages an HPA and writes it anew, such as {@code ScaledObject web} of KEDA; empty if
   * nothing does.
   */
  static String ownerOf(HorizontalPodAutoscaler hpa) {
    return hpa.metadata().ownerReferencesOrEmpty().stream()
        .filter(each -> Boolean.TRUE.equals(each.controller()))
        .map(each -> each.kind() + " " + each.name())
        .findFirst()
        .orElse("");
  }

  Confidence confidence() {
    return Confidence.of(Parts.days(inputs.counted()));
  }

  /**
   * The recommendation to apply: the balanced one, or the safer one if only that was verified; null
   * if today's setting is kept. Where that meets the goal, the other one saves at least what the
   * goal asks for.
   */
  @Nullable Recommendation proposed() {
    return keep
        ? null
        : recommendations.stream()
            .filter(each -> !each.name().equals("cheaper") && each.isVerified())
            .filter(each -> !each.changes().isEmpty())
            .filter(each -> !goal.isMetBy(today) || savesEnough(each))
            .findFirst()
            .orElse(null);
  }

  private boolean savesEnough(Recommendation each) {
    return saving(each.searched(), today) >= goal.minSaving();
  }

  /** Whether a recommendation meets the goal even if a pod serves only 75 % of its capacity. */
  boolean hasReserve(Recommendation each) {
    Goal reserve = goal.with(Goal.Reserve.QUARTER);
    return reserve.isMetBy(each.searched()) && reserve.isMetBy(each.verified());
  }

  /** Why there is nothing to apply, in one line; null if there is. */
  @Nullable String reason() {
    if (obstacle != null) {
      return obstacle;
    }
    if (keep) {
      return "today's setting meets the goal, and no other saves "
          + FigureTexts.percent(goal.minSaving());
    }
    if (proposed() != null) {
      return null;
    }
    if (goal.isMetBy(today) && recommendations.stream().skip(1).noneMatch(this::savesEnough)) {
      return "today's setting meets the goal, and no other one with a reserve saves "
          + FigureTexts.percent(goal.minSaving());
    }
    return recommendations.stream().allMatch(each -> each.changes().isEmpty())
        ? "today's setting is the best that was found"
        : "no setting that saves meets the goal in the rest of the load too";
  }

  /** A point of the Pareto front. */
  record FrontPoint(ReplayFigures figures, List<Change> changes, long request) {
    FrontPoint {
      changes = List.copyOf(changes);
    }
  }

  /**
   * @param days simulated days, of all replays
   * @param took elapsed time
   * @param seed the seed of the search
   */
  record Effort(double days, Duration took, long seed) {}

  /** The saving of figures against those of today, as a share; negative if they cost more. */
  static double saving(ReplayFigures figures, ReplayFigures today) {
    return today.podHours() == 0 ? 0 : 1 - figures.podHours() / today.podHours();
  }

  static double podHoursPerDay(ReplayFigures figures) {
    return figures.podHours() / figures.days();
  }
}
