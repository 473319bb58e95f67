package dev.hpa.cli.simulate;

import dev.hpa.app.cli.GoDurationConverter;
import dev.hpa.app.cli.UsageException;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long simulated pods take for the steps of their life, and how often they are measured. */
final class PodTimes {

  @Option(
      names = "--scheduling-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1s",
      description = "From a pod's creation until it has a node (default: ${DEFAULT-VALUE}).")
  private Duration scheduling = Duration.ofSeconds(1);

  @Option(
      names = "--start-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "3s",
      description = "From then until its containers run (default: ${DEFAULT-VALUE}).")
  private Duration start = Duration.ofSeconds(3);

  @Option(
      names = "--readiness-delay",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5s",
      description = "From then until it is ready (default: ${DEFAULT-VALUE}).")
  private Duration readiness = Duration.ofSeconds(5);

  @Option(
      names = "--termination-time",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "2s",
      description = "How long a pod takes to end (default: ${DEFAULT-VALUE}).")
  private Duration termination = Duration.ofSeconds(2);

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "30s",
      description = "How long after its start a pod uses extra CPU (default: ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ofSeconds(30);

  @Option(
      names = "--warm-up-share",
      paramLabel = "NUMBER",
      defaultValue = "0.5",
      description =
          "The extra CPU at the start as a share of the request, falling to 0 (default:"
              + " ${DEFAULT-VALUE}).")
  private double warmUpShare;

  @Option(
      names = "--scrape-interval",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "15s",
      description = "How often the use of CPU and memory is measured (default: ${DEFAULT-VALUE}).")
  private Duration scrapeInterval = Duration.ofSeconds(15);

  /** The options these stand for. */
  SimulatorOptions options() {
    if (!scrapeInterval.isPositive()) {
      throw new UsageException("--scrape-interval must be more than 0; give a duration like 15s");
    }
    if (!(warmUpShare >= 0)) {
      throw new UsageException("--warm-up-share must be at least 0");
    }
    return SimulatorOptions.DEFAULT
        .withPodTimes(scheduling, start, readiness, termination)
        .withWarmUp(warmUp, warmUpShare)
        .withScrapeInterval(scrapeInterval);
  }
}
