package dev.hpa.cli.simulate;

import dev.hpa.cli.report.SparkChart;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Terminal charts of a comparison, one row each, above a time axis. */
final class TextCharts {

  private static final int COLUMNS = 72;

  /** A mark, a label of at most eight characters, and a space. */
  private static final int MIN_COLUMNS_PER_TICK = 10;

  private static final Duration DAY = Duration.ofDays(1);
  private static final List<Duration> STEPS =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(3),
          Duration.ofHours(6),
          Duration.ofHours(12),
          DAY,
          Duration.ofDays(2),
          Duration.ofDays(7),
          Duration.ofDays(14),
          Duration.ofDays(28),
          Duration.ofDays(91),
          Duration.ofDays(364));
  private static final DateTimeFormatter DATE = format("MM-dd");
  private static final DateTimeFormatter MINUTE = format("HH:mm");
  private static final DateTimeFormatter SECOND = format("HH:mm:ss");

  private final ReplaySpec spec;
  private final TimeRange period;
  private final long nanos;

  TextCharts(ReplaySpec spec) {
    this.spec = spec;
    this.period = spec.counted();
    this.nanos = period.length().toNanos();
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
  }

  /** The maximum demand per column; empty in gaps. */
  String demand() {
    double[] columns = new double[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      Instant end = i + 1 == COLUMNS ? period.to() : begin(i + 1).minusNanos(1);
      LoadFigures figures = spec.demand().main().over(new TimeRange(begin(i), end));
      columns[i] = figures.isEmpty() ? Double.NaN : figures.max();
    }
    return drawn(columns, spec.figures().max());
  }

  /** The maximum per column of a number that applies from each snapshot on. */
  String steps(List<Snapshot> moments, ToDoubleFunction<Snapshot> value, double top) {
    double[] columns = empty();
    for (int i = 0; i < moments.size(); i++) {
      Instant until = i + 1 < moments.size() ? moments.get(i + 1).at() : period.to();
      raise(columns, moments.get(i).at(), until, value.applyAsDouble(moments.get(i)));
    }
    return drawn(columns, top);
  }

  /**
   * The maximum per column of a value that applies to the time before each snapshot; empty where it
   * is 0.
   */
  String before(List<Snapshot> moments, ToDoubleFunction<Snapshot> value, double top) {
    double[] columns = empty();
    for (int i = 1; i < moments.size(); i++) {
      double amount = value.applyAsDouble(moments.get(i));
      if (amount > 0) {
        raise(columns, moments.get(i - 1).at(), moments.get(i).at(), amount);
      }
    }
    return drawn(columns, top);
  }

  private static double[] empty() {
    double[] columns = new double[COLUMNS];
    Arrays.fill(columns, Double.NaN);
    return columns;
  }

  private void raise(double[] columns, Instant from, Instant until, double value) {
    int last = Math.min(COLUMNS - 1, Math.max(column(from), column(until.minusNanos(1))));
    for (int i = Math.min(COLUMNS - 1, column(from)); i <= last; i++) {
      columns[i] = Double.isNaN(columns[i]) ? value : Math.max(columns[i], value);
    }
  }

  private static String drawn(double[] columns, double top) {
    return SparkChart.render(columns, 0, Math.max(top, Double.MIN_NORMAL), COLUMNS, 1, Double.NaN)
        .getFirst();
  }

  private Instant begin(int column) {
    return period.from().plusNanos((long) ((double) nanos * column / COLUMNS));
  }

  private int column(Instant time) {
    return (int) (Duration.between(period.from(), time).toNanos() / ((double) nanos / COLUMNS));
  }

  /**
   * The time axis: clock times, with dates at day boundaries; relative times for relative traces.
   */
  String axis() {
    Duration step = step();
    StringBuilder axis = new StringBuilder();
    for (Instant tick : ticks(step)) {
      int column = column(tick);
      if (column >= axis.length() && column < COLUMNS) {
        axis.append(" ".repeat(column - axis.length())).append('╵').append(label(tick, step));
      }
    }
    return axis.toString();
  }

  private Duration step() {
    for (Duration step : STEPS) {
      if ((double) COLUMNS * step.toNanos() / nanos >= MIN_COLUMNS_PER_TICK) {
        return step;
      }
    }
    return STEPS.getLast();
  }

  private List<Instant> ticks(Duration step) {
    long seconds = step.toSeconds();
    long first = Math.ceilDiv(period.from().minusNanos(1).getEpochSecond() + 1, seconds) * seconds;
    List<Instant> ticks = new ArrayList<>();
    for (Instant at = Instant.ofEpochSecond(first); at.isBefore(period.to()); at = at.plus(step)) {
      ticks.add(at);
    }
    return ticks;
  }

  private String label(Instant tick, Duration step) {
    if (!spec.demand().main().dated()) {
      return HumanDuration.text(Duration.between(spec.demand().main().origin(), tick));
    }
    if (tick.getEpochSecond() % DAY.toSeconds() == 0 && period.spansDays()) {
      return DATE.format(tick);
    }
    return step.compareTo(Duration.ofMinutes(1)) < 0 ? SECOND.format(tick) : MINUTE.format(tick);
  }
}
