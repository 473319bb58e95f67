package dev.hpa.benchmarks.forecast;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A load on a workload over days, in cores, one sample per minute from a Monday 00:00 UTC on. Every
 * load is computed from a seed.
 */
enum SyntheticLoad {
  DAILY("a day with a smooth peak", "24h", 14, "* 07:00-22:00 UTC min=8") {
    @Override
    double shape(int day, double hour) {
      return 2 + 9 * smooth(hour);
    }
  },
  OFFICE("a steep start at 09:00 every day", "24h", 14, "* 08:50-17:00 UTC min=16") {
    @Override
    double shape(int day, double hour) {
      return office(hour);
    }
  },
  WEEKLY("the same from Monday to Friday", "168h", 21, "Mon-Fri 08:50-17:00 UTC min=16") {
    @Override
    double shape(int day, double hour) {
      return day % WEEK < FRIDAY ? office(hour) : 2;
    }
  },
  HOLIDAYS("the same, and two holidays in the last week", "168h", 21, WEEKLY.schedule) {
    @Override
    double shape(int day, double hour) {
      return day % WEEK < FRIDAY && day != 16 && day != 17 ? office(hour) : 2;
    }
  },
  GROWTH("a steep start every day, 4 % more each day", "24h", 14, OFFICE.schedule) {
    @Override
    double shape(int day, double hour) {
      return office(hour) * Math.pow(1.04, day - 7);
    }
  },
  BATCH("10 minutes of batch jobs every 3 hours", "24h", 14, null) {
    @Override
    double shape(int day, double hour) {
      return hour % 3 < 1.0 / 6 ? 12 : 3;
    }
  },
  SPIKES("spikes of 10 minutes at random times", "24h", 14, null) {
    @Override
    double shape(int day, double hour) {
      return 3;
    }

    @Override
    boolean hasSpikes() {
      return true;
    }
  },
  NOISE("no pattern: noise around a constant", "24h", 14, null) {
    @Override
    double shape(int day, double hour) {
      return 6;
    }

    @Override
    double noise() {
      return 0.2;
    }
  };

  static final int EVALUATED_DAYS = 7;

  private static final Instant MONDAY = Instant.parse("2026-03-02T00:00:00Z");
  private static final int WEEK = 7;
  private static final int FRIDAY = 5;
  private static final int MINUTES_PER_DAY = 1440;
  private static final int SPIKE_MINUTES = 10;
  private static final double SPIKE = 9;
  private static final double SPIKES_PER_DAY = 6;

  private final String description;
  private final String season;
  private final int days;
  private final @Nullable String schedule;

  SyntheticLoad(String description, String season, int days, @Nullable String schedule) {
    this.description = description;
    this.season = season;
    this.days = days;
    this.schedule = schedule;
  }

  String description() {
    return description;
  }

  /** The season that an operator would set. */
  String season() {
    return season;
  }

  /** The days, of which the last {@link #EVALUATED_DAYS} are evaluated. */
  int days() {
    return days;
  }

  /** The schedule that an operator would set; null where none makes sense. */
  @Nullable String schedule() {
    return schedule;
  }

  /** The load without noise, in cores. */
  abstract double shape(int day, double hour);

  boolean hasSpikes() {
    return false;
  }

  /** The standard deviation of the noise as a share of the load. */
  double noise() {
    return 0.04;
  }

  private static double smooth(double hour) {
    return hour > 6 && hour < 23 ? Math.sin(Math.PI * (hour - 6) / 17) : 0;
  }

  private static double office(double hour) {
    if (hour < 9 || hour >= 17) {
      return 2;
    }
    return hour >= 12 && hour < 13 ? 9 : 12;
  }

  /** The samples as CSV with Unix time and cores. */
  String csv(long seed) {
    Random random = new Random(seed + List.of(values()).indexOf(this));
    StringBuilder csv = new StringBuilder("time,value\n");
    double drift = 0;
    int spikeLeft = 0;
    for (int minute = 0; minute < days * MINUTES_PER_DAY; minute++) {
      int day = minute / MINUTES_PER_DAY;
      double hour = minute % MINUTES_PER_DAY / 60.0;
      // Half of the noise lasts for minutes, as that of real loads.
      drift = 0.9 * drift + 0.4 * random.nextGaussian();
      double factor = 1 + noise() * (0.5 * drift + 0.5 * random.nextGaussian());
      if (hasSpikes() && random.nextDouble() < SPIKES_PER_DAY / MINUTES_PER_DAY) {
        spikeLeft = SPIKE_MINUTES;
      }
      double load = shape(day, hour) + (spikeLeft > 0 ? SPIKE : 0);
      spikeLeft = Math.max(0, spikeLeft - 1);
      csv.append(MONDAY.getEpochSecond() + 60L * minute)
          .append(',')
          .append(Math.round(1000 * Math.max(0, load * factor)) / 1000.0)
          .append('\n');
    }
    return csv.toString();
  }
}
