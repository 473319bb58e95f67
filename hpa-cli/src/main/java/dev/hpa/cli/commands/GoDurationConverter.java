package dev.hpa.cli.commands;

import dev.hpa.app.cli.FlagTypes;
import dev.hpa.app.cli.FlagValueException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts durations in Go's syntax, such as {@code 1h30m}. */
public final class GoDurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return FlagTypes.DURATION.parse(text);
    } catch (FlagValueException bad) {
      throw new TypeConversionException(bad.getMessage());
    }
  }
}
