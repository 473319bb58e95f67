package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The flag of the history that the dashboard shows. */
public final class HistoryFlag {

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofHours(24);

  @Option(
      names = "--history",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "1h",
      description =
          "How long the dashboard keeps the decisions about each autoscaler, in memory: 1m to 24h"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration kept = Duration.ofHours(1);

  /**
   * How long decisions are kept.
   *
   * @throws UsageException if the value is invalid
   */
  public Duration kept() {
    if (kept.compareTo(SHORTEST) < 0 || kept.compareTo(LONGEST) > 0) {
      throw new UsageException(
          "history: \"" + GoDuration.format(kept) + "\" is invalid; use 1m to 24h");
    }
    return kept;
  }
}
