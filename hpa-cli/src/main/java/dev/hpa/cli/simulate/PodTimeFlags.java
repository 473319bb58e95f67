package dev.hpa.cli.simulate;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.commands.GoDurationConverter;
import java.time.Duration;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Timing of the simulated pod lifecycle, and the scrape interval. */
public final class PodTimeFlags {

  @Option(
      names = "--scheduling-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1s",
      description =
          "Time from the creation of a pod until it is scheduled (default:" + " ${DEFAULT-VALUE}).")
  private Duration scheduling = Duration.ofSeconds(1);

  @Option(
      names = "--start-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "3s",
      description = "Time from scheduling until the containers run (default: ${DEFAULT-VALUE}).")
  private Duration start = Duration.ofSeconds(3);

  @Option(
      names = "--readiness-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5s",
      description =
          "Time from the container start until the pod is ready (default:" + " ${DEFAULT-VALUE}).")
  private Duration readiness = Duration.ofSeconds(5);

  @Option(
      names = "--termination-time",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "2s",
      description = "Time a pod takes to terminate (default: ${DEFAULT-VALUE}).")
  private Duration termination = Duration.ofSeconds(2);

  @Option(
      names = "--startup-cpu-duration",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "30s",
      description =
          "Time after its start in which a pod uses extra CPU (default:" + " ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ofSeconds(30);

  @Option(
      names = "--startup-cpu-share",
      paramLabel = "NUMBER",
      defaultValue = "0.5",
      description =
          "Extra CPU at the start as a share of the request, decreasing to 0 (default:"
              + " ${DEFAULT-VALUE}).")
  private double warmUpShare;

  @Option(
      names = "--scrape-interval",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description =
          "Interval at which CPU and memory usage are measured (default:" + " ${DEFAULT-VALUE}).")
  private Duration scrapeInterval = Duration.ofSeconds(15);

  /** Creates the flags with their defaults. */
  public PodTimeFlags() {}

  /** The times that these flags set. */
  public PodTimes times(ParseResult line) {
    if (!scrapeInterval.isPositive()) {
      throw new UsageException(
          "--scrape-interval: the duration is not greater than 0; give a" + " duration like 15s");
    }
    if (!(warmUpShare >= 0)) {
      throw new UsageException("--startup-cpu-share must be at least 0");
    }
    return new PodTimes(
        scheduling.plus(start),
        readiness,
        termination,
        warmUp,
        warmUpShare,
        scrapeInterval,
        Stream.of("--scheduling-delay", "--start-delay", "--readiness-delay")
            .anyMatch(line::hasMatchedOption));
  }
}
