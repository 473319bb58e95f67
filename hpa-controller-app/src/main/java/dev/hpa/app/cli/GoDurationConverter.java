package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations on the command line, in Go's form as Kubernetes programs take them. */
public final class GoDurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException failure) {
      throw new TypeConversionException(
          "'" + text + "' is no duration; write it like 15s, 5m0s or 1h30m");
    }
  }
}
