package dev.hpa.simulation;

import dev.hpa.core.pods.Pod;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricReading;
import dev.hpa.spi.MetricReading.PodValue;
import dev.hpa.spi.MetricResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one metric. CPU is measured as metrics-server does: the usage of a ready pod is
 * integrated, and its value is the average between the last two scrapes, once it was running at
 * both. Used by one thread.
 */
final class MetricMeter {
  private static final long NANO_PER_MILLI = 1_000_000;
  private static final String NO_RESOURCE_METRICS = "no metrics returned from resource metrics API";
  private static final String NO_CUSTOM_METRICS = "no metrics returned from custom metrics API";

  private final MetricLoad load;
  private final long step;
  private final long interval;
  private final Duration window;
  private double level;
  private double levelAtScrape;
  private double levelBefore;
  private int readyAtScrape;
  private double[] levelAtReady = new double[16];

  MetricMeter(MetricLoad load, ReplayWorkload workload, int ready) {
    this.load = load;
    this.step = workload.step().toMillis();
    this.interval = workload.scrapeInterval().toMillis();
    this.window = workload.scrapeInterval();
    this.readyAtScrape = ready;
    double first = load.total().at(0);
    if (ready > 0 && !Double.isNaN(first)) {
      levelBefore = -Math.min(load.limit(), first / ready) * interval / 1e3;
    }
    Arrays.fill(levelAtReady, Double.NEGATIVE_INFINITY);
  }

  /**
   * Integrates the usage of a ready pod over a time in which the load is linear.
   *
   * @param from in milliseconds, as {@code to}
   */
  void advance(long from, long to, int ready) {
    if (ready == 0) {
      return;
    }
    double seconds = (to - from) / 1e3;
    double first = load.total().between((double) from / step) / ready;
    double last = load.total().before((double) to / step) / ready;
    double used = (first + last) / 2 * seconds;
    if (used > 0) {
      level += used - ExcessDemand.units(seconds, first - load.limit(), last - load.limit());
    }
  }

  /** Pods become ready. */
  void ready(int from, int to) {
    while (levelAtReady.length < to) {
      int length = levelAtReady.length;
      levelAtReady = Arrays.copyOf(levelAtReady, 2 * length);
      Arrays.fill(levelAtReady, length, 2 * length, Double.NEGATIVE_INFINITY);
    }
    Arrays.fill(levelAtReady, from, to, level);
  }

  /** Measures. */
  void scrape(int ready) {
    levelBefore = levelAtScrape;
    levelAtScrape = level;
    readyAtScrape = ready;
  }

  /** The metric as of a sync. */
  MetricResult read(MetricQuery query, PodFleet pods, long now, Instant start) {
    double total = load.total().between((double) now / step);
    if (Double.isNaN(total)) {
      return new MetricFailure(
          MetricFailure.Category.NO_DATA, "the recorded load has no value at this time");
    }
    return switch (query) {
      case MetricQuery.PodResource resource when resource.resource().equals("cpu") ->
          measured(pods, now, start);
      case MetricQuery.PodResource resource ->
          shared(total, pods, start.plusMillis(now), NO_RESOURCE_METRICS);
      case MetricQuery.PodMetric metric ->
          shared(total, pods, start.plusMillis(now), NO_CUSTOM_METRICS);
      case MetricQuery.ObjectMetric metric -> MetricReading.SingleValue.of(whole(total, pods));
      case MetricQuery.ExternalMetric metric ->
          MetricReading.Series.of(List.of(whole(total, pods)));
    };
  }

  private long whole(double total, PodFleet pods) {
    return milli(load.response().value(total, pods.ready()));
  }

  private MetricResult measured(PodFleet pods, long now, Instant start) {
    long last = now / interval * interval;
    Instant end = start.plusMillis(last);
    List<Pod> all = pods.pods();
    List<PodValue> values = new ArrayList<>(all.size());
    for (int i = 0; i < pods.running() && pods.startedAt(i) <= last - interval; i++) {
      double from = i < levelAtReady.length ? levelAtReady[i] : Double.NEGATIVE_INFINITY;
      double used =
          i < readyAtScrape ? Math.max(0, levelAtScrape - Math.max(levelBefore, from)) : 0;
      long age = last - pods.startedAt(i);
      double total = used + load.startup().between(age - interval, age);
      double cores = total * 1e3 / interval + (i < readyAtScrape ? load.perPod() : 0);
      long milli = Math.ceilDiv(Math.round(cores * 1e9), NANO_PER_MILLI);
      values.add(PodValue.of(all.get(i).name(), end, window, milli));
    }
    return values.isEmpty() ? none(NO_RESOURCE_METRICS) : MetricReading.PodValues.of(values);
  }

  /** Each ready pod has an equal share. */
  private MetricResult shared(double total, PodFleet pods, Instant now, String noValue) {
    int ready = pods.ready();
    if (ready == 0) {
      return none(noValue);
    }
    long part = milli(Math.min(load.limit(), total / ready) + load.perPod());
    List<Pod> all = pods.pods();
    List<PodValue> values = new ArrayList<>(ready);
    for (int i = 0; i < ready; i++) {
      values.add(PodValue.of(all.get(i).name(), now, window, part));
    }
    return MetricReading.PodValues.of(values);
  }

  private static MetricFailure none(String text) {
    return new MetricFailure(MetricFailure.Category.NO_DATA, text);
  }

  /** Rounds up, except for floating-point errors. */
  private static long milli(double value) {
    return (long) Math.ceil(Math.round(value * 1e6) / 1e3);
  }
}
