package dev.hpa.cli.recommend;

import dev.hpa.cli.simulate.ReplayInputs;
import dev.hpa.core.options.Mode;
import dev.hpa.simulation.ReplayFigures;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a load can support a recommendation. */
final class DataCheck {
  private static final long MIN_DAYS = 1;
  private static final long ENOUGH_DAYS = 3;
  private static final Duration FINE = Duration.ofMinutes(1);
  private static final double MAX_GAPS = 0.2;
  private static final double MAX_FAILED = 0.1;
  private static final double SOME_AT_MAX = 0.01;
  private static final double CONSTANT = 0.02;

  /**
   * The replay of the setting that recorded a load may need more or fewer replicas than it had:
   * within the tolerance and with the delay of pods and metrics about 1.1 times. A query that
   * counts everything twice gives about 2 times; this is the geometric mean of the two.
   */
  private static final double MAX_RATIO = 1.5;

  /** Small workloads differ by a part of a pod. */
  private static final double MIN_DIFFERENCE = 1;

  private DataCheck() {}

  /**
   * Why nothing can be recommended, in one line; null if something can.
   *
   * @param today the figures of the present setting in the whole load
   */
  static @Nullable String obstacle(ReplayInputs inputs, ReplayFigures today) {
    if (Parts.days(inputs.counted()) < MIN_DAYS) {
      return "the load is too short: it covers %s; record at least 1 day, better 7"
          .formatted(FigureTexts.days(inputs.counted()));
    }
    if (share(inputs) > MAX_GAPS) {
      return "the load has too many gaps: %.0f %% of the time is not recorded; record it again, or"
              .formatted(100 * share(inputs))
          + " select a part with --from and --duration";
    }
    if (inputs.options().modeAt(inputs.workload().start()) != Mode.ACTIVE) {
      return "the HPA does not scale: its mode is %s; remove the annotation hpa.dev/mode"
          .formatted(inputs.options().modeAt(inputs.workload().start()));
    }
    if (today.failed() > MAX_FAILED * today.syncs()) {
      return "the metrics of the HPA fail in %.0f %% of the syncs; run hpa simulate to see why"
          .formatted(100.0 * today.failed() / today.syncs());
    }
    String implausible = implausible(inputs.realReplicas(), today);
    if (implausible != null) {
      return implausible;
    }
    double spread = spread(inputs.workload().demand());
    if (spread <= CONSTANT) {
      return "the load is constant: there is nothing to scale for; set a fixed number of replicas,"
          + " or record a time in which the load changes";
    }
    if (today.atMax() >= Goal.MAX_AT_MAX) {
      return "the HPA asks for more than maxReplicas for %.0f %% of the time, so that the load that it would"
              .formatted(100 * today.atMax())
          + " scale for is not known; raise maxReplicas and record again";
    }
    return null;
  }

  private static @Nullable String implausible(@Nullable Double real, ReplayFigures today) {
    double replayed = today.podHours() / (24 * today.days());
    if (real == null || Math.abs(replayed - real) < MIN_DIFFERENCE) {
      return null;
    }
    String difference =
        "today's setting has %s replicas on average in the replay and had %s in the cluster: "
            .formatted(FigureTexts.number(replayed), FigureTexts.number(real));
    if (replayed > MAX_RATIO * real) {
      return difference + "does the query count usage twice, or was the HPA changed in this time?";
    }
    return real > MAX_RATIO * replayed
        ? difference
            + "does the query miss pods, did something else scale, or was the HPA changed in"
            + " this time?"
        : null;
  }

  /** What makes a recommendation less certain, one line each. */
  static List<String> warnings(ReplayInputs inputs, ReplayFigures today) {
    List<String> warnings = new ArrayList<>();
    if (Parts.days(inputs.counted()) < ENOUGH_DAYS) {
      warnings.add(
          "The load covers only %s: weekends and other days may differ."
              .formatted(FigureTexts.days(inputs.counted())));
    }
    if (share(inputs) > 0) {
      warnings.add(
          FigureTexts.percent(share(inputs))
              + " of the time is not recorded and counts neither as served nor as unserved.");
    }
    if (inputs.sampleInterval().compareTo(FINE) > 0) {
      warnings.add(
          "The load has a sample every %s: shorter peaks are not known, so prefer balanced or safer;"
                  .formatted(FigureTexts.seconds(inputs.sampleInterval()))
              + " windows and periods of policies that are not longer stay as they are.");
    }
    if (today.atMax() > SOME_AT_MAX) {
      warnings.add(
          "Today's setting asks for more than maxReplicas for %s of the time: a load that was measured as"
                  .formatted(FigureTexts.percent(today.atMax()))
              + " usage of the pods may have been higher.");
    }
    return warnings;
  }

  private static double share(ReplayInputs inputs) {
    return (double) inputs.gaps().toMillis() / inputs.counted().toMillis();
  }

  /** The range of the samples as a share of the highest; 0 for a load of 0. */
  private static double spread(Samples demand) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < demand.size(); i++) {
      if (!Double.isNaN(demand.at(i))) {
        least = Math.min(least, demand.at(i));
        most = Math.max(most, demand.at(i));
      }
    }
    return most == 0 ? 0 : (most - least) / most;
  }
}
