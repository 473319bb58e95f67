package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts durations in Go's syntax, such as {@code 1h30m}. */
public final class GoDurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException failure) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; use a value such as 15s, 5m0s or 1h30m");
    }
  }
}
