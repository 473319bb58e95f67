package dev.hpa.cli.simulate;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as Prometheus writes them: 30s, 5m, 12h, 7d, 4w, and combinations such as 1d12h. */
public final class PastDurationConverter implements ITypeConverter<Duration> {
  private static final Pattern WHOLE = Pattern.compile("(\\d{1,6}[smhdw])+");
  private static final Pattern PART = Pattern.compile("(\\d+)([smhdw])");

  public PastDurationConverter() {}

  @Override
  public Duration convert(String text) {
    return parse(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "\""
                        + text
                        + "\" is not a positive duration; use a value such as 12h, 7d or 4w"));
  }

  /** The duration; empty if it is none, or zero. */
  public static Optional<Duration> parse(String text) {
    Duration sum = Duration.ZERO;
    if (WHOLE.matcher(text).matches()) {
      Matcher parts = PART.matcher(text);
      while (parts.find()) {
        sum = sum.plus(unit(parts.group(2)).multipliedBy(Long.parseLong(parts.group(1))));
      }
    }
    return sum.isZero() ? Optional.empty() : Optional.of(sum);
  }

  private static Duration unit(String letter) {
    return switch (letter) {
      case "s" -> Duration.ofSeconds(1);
      case "m" -> Duration.ofMinutes(1);
      case "h" -> Duration.ofHours(1);
      case "d" -> Duration.ofDays(1);
      default -> Duration.ofDays(7);
    };
  }
}
