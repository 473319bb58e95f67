package dev.hpa.app.logging;

import java.time.Duration;

/**
 * How the program logs.
 *
 * @param splitInfo whether lines that are no errors go to standard output instead of standard error
 * @param bufferBytes of them that may wait with {@code splitInfo}; 0 for none
 * @param flushEvery how long such lines wait at most, positive
 */
public record LogOptions(
    Verbosity verbosity, Format format, boolean splitInfo, long bufferBytes, Duration flushEvery) {

  /** The form of a line. */
  public enum Format {
    /** The severity's letter first, as Kubernetes programs do. */
    TEXT,
    /** One object a line. */
    JSON
  }

  /** The same with another level for classes no module names. */
  public LogOptions withLevel(int level) {
    return new LogOptions(
        new Verbosity(level, verbosity.modules()), format, splitInfo, bufferBytes, flushEvery);
  }

  /** Text on standard error. */
  public static LogOptions of(Verbosity verbosity) {
    return new LogOptions(verbosity, Format.TEXT, false, 0, Duration.ofSeconds(5));
  }
}
