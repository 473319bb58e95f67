package dev.hpa.benchmarks.load;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The cumulative CPU time of a contender while it starts. */
final class CpuSamples {

  private final TreeMap<Long, Duration> samples = new TreeMap<>();

  /**
   * @param millis time of the sample, in ms since the epoch
   * @param cpu CPU time since the start
   */
  void add(long millis, Duration cpu) {
    samples.put(millis, cpu);
  }

  /** Returns the CPU time in seconds at a time, interpolated; null without samples around it. */
  @Nullable Double secondsAt(long millis) {
    Map.Entry<Long, Duration> before = samples.floorEntry(millis);
    Map.Entry<Long, Duration> after = samples.ceilingEntry(millis);
    if (before == null || after == null) {
      return null;
    }
    double from = before.getValue().toNanos() / 1e9;
    double to = after.getValue().toNanos() / 1e9;
    long width = after.getKey() - before.getKey();
    return width == 0 ? from : from + (to - from) * (millis - before.getKey()) / width;
  }
}
