package dev.hpa.cli.simulate;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Topic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code simulate} that concern the latency of requests. */
@Topic("Latency")
final class QueueingFlags {

  @Option(
      names = "--service-time",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Mean time of a request without waiting. The demand is then in requests per second, and"
              + " the latency follows from the utilization of the pods.")
  private @Nullable Duration serviceTime;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Requests that a pod serves at once, with --service-time (default: 1).")
  private @Nullable Integer concurrency;

  @Option(
      names = "--slo",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description =
          "Latency that requests should have at most, with --service-time (default: twice the"
              + " service time).")
  private @Nullable Duration slo;

  @Option(
      names = "--latency-metric",
      paramLabel = "NAME",
      description =
          "Object or External metric whose value is the 90th percentile of the latency in seconds,"
              + " with --service-time.")
  private @Nullable String metric;

  @SuppressWarnings("NullAway.Init")
  QueueingFlags() {}

  /**
   * The model; null if it is not used.
   *
   * @throws UsageException if an option is invalid
   */
  @Nullable QueueingModel model() {
    if (serviceTime == null) {
      requireUnset("--concurrency", concurrency);
      requireUnset("--slo", slo);
      requireUnset("--latency-metric", metric);
      return null;
    }
    if (!serviceTime.isPositive()) {
      throw new UsageException(
          "--service-time: the duration is not greater than 0; give a duration like 100ms");
    }
    int atOnce = concurrency == null ? 1 : concurrency;
    if (atOnce < 1 || atOnce > 10_000) {
      throw new UsageException(
          "--concurrency: \"" + atOnce + "\" is out of range; give 1 to 10000");
    }
    Duration most = slo == null ? serviceTime.multipliedBy(2) : slo;
    if (most.compareTo(serviceTime) < 0) {
      throw new UsageException(
          "--slo: the duration is shorter than --service-time, so that no number of pods reaches"
              + " it; give a longer one");
    }
    return new QueueingModel(seconds(serviceTime), atOnce, seconds(most), metric);
  }

  private static void requireUnset(String option, @Nullable Object value) {
    if (value != null) {
      throw new UsageException(option + ": it needs --service-time; give both");
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
