package dev.hpa.cli.recommend;

import dev.hpa.simulation.ReplayFigures;
import java.util.Comparator;
import java.util.List;

/**
 * A setting with the figures of its replay.
 *
 * @param setting the choice of each dimension
 */
record Candidate(List<Integer> setting, ReplayFigures figures) {

  /** First what meets the goal or misses it by less, then what costs fewer pod-hours. */
  static Comparator<Candidate> best(Goal goal) {
    return Comparator.<Candidate>comparingDouble(each -> goal.violation(each.figures()))
        .thenComparingDouble(each -> each.figures().podHours());
  }
}
