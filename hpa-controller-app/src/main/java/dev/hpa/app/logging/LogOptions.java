package dev.hpa.app.logging;

import java.time.Duration;

/**
 * Options of the log.
 *
 * @param splitInfo whether info messages go to standard output instead of standard error
 * @param bufferBytes buffer size of standard output with {@code splitInfo}; 0 disables buffering
 * @param flushEvery maximum time in the buffer, positive
 */
public record LogOptions(
    Verbosity verbosity, Format format, boolean splitInfo, long bufferBytes, Duration flushEvery) {

  /** The format of a line. */
  public enum Format {
    /** The klog format: the severity letter comes first. */
    TEXT,
    /** One JSON object per line. */
    JSON
  }

  /** These options with another default verbosity. */
  public LogOptions withLevel(int level) {
    return new LogOptions(
        new Verbosity(level, verbosity.modules()), format, splitInfo, bufferBytes, flushEvery);
  }

  /** Text on standard error. */
  public static LogOptions of(Verbosity verbosity) {
    return new LogOptions(verbosity, Format.TEXT, false, 0, Duration.ofSeconds(5));
  }
}
