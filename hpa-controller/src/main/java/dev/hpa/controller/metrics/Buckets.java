package dev.hpa.controller.metrics;

import java.time.Duration;

/** Upper bounds of histograms, as upstream has them for the same things. */
final class Buckets {

  /** Reconciles and metrics: a millisecond, doubled fourteen times. */
  static final double[] RECONCILES = exponential(0.001, 2, 15);

  /** Queues: ten nanoseconds to ten seconds. */
  static final double[] QUEUES = exponential(1e-8, 10, 10);

  static final double[] REQUESTS = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};

  static final double[] SIZES = {
    64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216
  };

  static final double[] REVIEWS = {0.25, 0.5, 0.7, 1, 1.5, 3, 5, 10};

  /** Periods, of which 15 s is the usual. */
  static final double[] PERIODS = {1, 2, 5, 10, 14, 16, 20, 30, 45, 60, 120, 300, 600};

  /** Delays as multiples of the period: those of KEP-6003. */
  static final double[] DELAYS = {1, 1.1, 1.25, 1.5, 2, 3, 5, 10};

  private Buckets() {}

  /** Multiplied step by step, because rounding is part of the bounds. */
  private static double[] exponential(double first, double factor, int count) {
    double[] bounds = new double[count];
    double bound = first;
    for (int i = 0; i < count; i++) {
      bounds[i] = bound;
      bound *= factor;
    }
    return bounds;
  }

  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
