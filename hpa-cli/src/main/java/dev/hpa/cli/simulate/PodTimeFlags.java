package dev.hpa.cli.simulate;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import dev.hpa.cli.commands.Topic;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Timing of the simulated pod lifecycle, and the scrape interval. */
@Topic("Load")
public final class PodTimeFlags {

  @Option(names = "--scheduling-delay", converter = GoDurationConverter.class)
  private @Nullable Duration scheduling;

  @Option(names = "--start-delay", converter = GoDurationConverter.class)
  private @Nullable Duration start;

  @Option(
      names = "--readiness-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      description = "Time from the container start until the pod is ready (default: 5s).")
  private @Nullable Duration readiness;

  @Option(names = "--termination-time", converter = GoDurationConverter.class)
  private Duration termination = Duration.ofSeconds(2);

  @Option(names = "--startup-cpu-duration", converter = GoDurationConverter.class)
  private Duration warmUp = Duration.ofSeconds(30);

  @Option(names = "--startup-cpu-share")
  private double warmUpShare = 0.5;

  @Option(names = "--scrape-interval", converter = GoDurationConverter.class)
  private Duration scrapeInterval = Duration.ofSeconds(15);

  /** Creates the flags with their defaults. */
  @SuppressWarnings("NullAway.Init")
  public PodTimeFlags() {}

  /** The times that these flags set. */
  public PodTimes times() {
    if (!scrapeInterval.isPositive()) {
      throw new UsageException(
          "--scrape-interval: the duration is not greater than 0; give a" + " duration like 15s");
    }
    if (!(warmUpShare >= 0)) {
      throw new UsageException("--startup-cpu-share must be at least 0");
    }
    return new PodTimes(
        Objects.requireNonNullElse(scheduling, Duration.ofSeconds(1))
            .plus(Objects.requireNonNullElse(start, Duration.ofSeconds(3))),
        Objects.requireNonNullElse(readiness, Duration.ofSeconds(5)),
        termination,
        warmUp,
        warmUpShare,
        scrapeInterval,
        scheduling != null || start != null || readiness != null);
  }
}
