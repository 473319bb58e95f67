package dev.hpa.cli.recommend;

import dev.hpa.simulation.ReplayWorkload;
import java.time.Duration;
import java.util.Optional;

/**
 * A load in two parts: one to search with, and the rest to verify the result.
 *
 * @param search the first part, in whole days if there are at least 2
 * @param verification the rest, with a warm-up from the first part
 */
record Parts(ReplayWorkload search, ReplayWorkload verification) {
  private static final Duration WARM_UP = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  /**
   * The last sample of a week is before its end, and a query may lack some at both: without this, a
   * load with a few samples less would be divided otherwise.
   */
  private static final Duration SLACK = Duration.ofHours(1);

  /**
   * Divides a load.
   *
   * @param verified the share that is only verified with, above 0 and below 1
   */
  static Parts of(ReplayWorkload workload, double verified) {
    double share = 1 - verified;
    long step = workload.step().toMillis();
    long first = workload.warmUp().toMillis();
    long counted = workload.length().toMillis() - first;
    long days = days(Duration.ofMillis(counted));
    long searched =
        days >= 2
            ? Math.max(1, Math.round(share * days)) * DAY.toMillis()
            : Math.round(share * counted);
    if (searched >= counted) {
      searched = Math.round(share * counted);
    }
    int split = (int) ((first + searched) / step);
    int warmUp = (int) Math.min(split, WARM_UP.toMillis() / step);
    return new Parts(
        workload.between(0, split + 1, workload.warmUp()),
        workload.between(
            split - warmUp, workload.demand().size(), workload.step().multipliedBy(warmUp)));
  }

  /**
   * The day of the part to search that has the highest demand; empty if the part has less than two
   * days.
   */
  Optional<ReplayWorkload> busiestDay() {
    int day = (int) (DAY.toMillis() / search.step().toMillis());
    int first = (int) (search.warmUp().toMillis() / search.step().toMillis());
    int days = (search.demand().size() - 1 - first) / day;
    if (days < 2) {
      return Optional.empty();
    }
    int busiest = 0;
    double highest = 0;
    for (int i = 0; i < days * day; i++) {
      double demand = search.demand().at(first + i);
      if (demand > highest) {
        highest = demand;
        busiest = i / day;
      }
    }
    int from = first + busiest * day;
    int warmUp = (int) Math.min(from, WARM_UP.toMillis() / search.step().toMillis());
    return Optional.of(
        search.between(from - warmUp, from + day + 1, search.step().multipliedBy(warmUp)));
  }

  /** The whole days of a length. */
  static long days(Duration length) {
    return length.plus(SLACK).toDays();
  }

  /** The length of a part without its warm-up. */
  static Duration counted(ReplayWorkload part) {
    return part.length().minus(part.warmUp());
  }
}
