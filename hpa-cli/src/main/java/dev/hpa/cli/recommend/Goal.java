package dev.hpa.cli.recommend;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.hpa.cli.simulate.Figures;
import dev.hpa.simulation.ReplayFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * What a recommended setting has to achieve.
 *
 * @param maxUnserved the highest unserved share of the demand, from 0 to 1
 * @param maxFlapsPerDay the most flaps per day
 * @param minSaving the least saving of pod-hours, as a share, for which today's setting is replaced
 *     if it meets the other goals
 * @param reserve the part of the capacity of a pod that is not counted on
 */
record Goal(
    @JsonSerialize(using = Figures.Rounded.class) double maxUnserved,
    @JsonSerialize(using = Figures.Rounded.class) double maxFlapsPerDay,
    @JsonSerialize(using = Figures.Rounded.class) double minSaving,
    @JsonIgnore Reserve reserve) {
  /** The share below which unserved demand is a rounding error. */
  private static final double NEGLIGIBLE = 1e-6;

  private static final int TRADE = 10;

  /**
   * A setting that asks longer for more than maxReplicas does not scale: the share of the time,
   * from 0 to 1. No such setting is recommended.
   */
  static final double MAX_AT_MAX = 0.9;

  /** The part of the capacity of a pod that is kept for peaks that the load does not show. */
  enum Reserve {
    NONE,
    TENTH,
    QUARTER
  }

  /** A goal with a reserve. */
  Goal with(Reserve other) {
    return new Goal(maxUnserved, maxFlapsPerDay, minSaving, other);
  }

  boolean isMetBy(ReplayFigures figures) {
    return violation(figures) == 0;
  }

  /** By how much the figures miss the goal; 0 if they meet it. */
  double violation(ReplayFigures figures) {
    double unserved = Math.max(0, unserved(figures) - Math.max(NEGLIGIBLE, maxUnserved));
    double flaps = Math.max(0, figures.flapsPerDay() - maxFlapsPerDay);
    double atMax = Math.max(0, figures.atMax() - MAX_AT_MAX);
    return unserved / Math.max(NEGLIGIBLE, maxUnserved)
        + flaps / Math.max(1, maxFlapsPerDay)
        + atMax / MAX_AT_MAX;
  }

  /** What the figures miss, such as {@code unserved}; empty if they meet the goal. */
  List<String> missed(ReplayFigures figures) {
    List<String> missed = new ArrayList<>();
    if (unserved(figures) > Math.max(NEGLIGIBLE, maxUnserved)) {
      missed.add("unserved");
    }
    if (figures.flapsPerDay() > maxFlapsPerDay) {
      missed.add("flaps");
    }
    if (figures.atMax() > MAX_AT_MAX) {
      missed.add("at max");
    }
    return missed;
  }

  /**
   * Whether a change saves no more than a tenth of the pods for ten times the unserved demand,
   * counted from a tenth of what the goal allows.
   */
  boolean isPoorTrade(ReplayFigures with, ReplayFigures without) {
    double least = Math.max(NEGLIGIBLE, maxUnserved) / (TRADE * TRADE);
    return with.podHours() >= without.podHours() * (1 - 1.0 / TRADE)
        && unserved(with) >= TRADE * Math.max(least, unserved(without));
  }

  private double unserved(ReplayFigures figures) {
    return switch (reserve) {
      case NONE -> figures.unserved();
      case TENTH -> figures.unservedAt90();
      case QUARTER -> figures.unservedAt75();
    };
  }
}
