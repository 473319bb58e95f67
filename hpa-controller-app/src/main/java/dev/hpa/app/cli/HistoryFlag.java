package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;

/** The flag of the history that the dashboard shows. */
public final class HistoryFlag extends FlagGroup {

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration MAX_HISTORY = Duration.ofHours(24);

  private final Flag<Duration> kept =
      duration(
          "history",
          "1h",
          "How long the dashboard keeps the decisions about each HPA, in memory: 1m to 24h"
              + " (default: ${DEFAULT-VALUE}).");

  /**
   * How long decisions are kept.
   *
   * @throws UsageException if the value is invalid
   */
  public Duration kept() {
    if (kept.get().compareTo(SHORTEST) < 0 || kept.get().compareTo(MAX_HISTORY) > 0) {
      throw new UsageException(
          "history: \"" + GoDuration.format(kept.get()) + "\" is invalid; use 1m to 24h");
    }
    return kept.get();
  }
}
