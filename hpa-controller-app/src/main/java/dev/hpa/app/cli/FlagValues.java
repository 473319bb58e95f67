package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.app.logging.Verbosity;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The effective values of flags, in the syntax of the command line. */
final class FlagValues {

  private FlagValues() {}

  /** All flags by name without dashes, sorted. */
  static Map<String, String> of(FlagSet flags) {
    Map<String, String> values = new TreeMap<>();
    for (Flag<?> flag : flags.all()) {
      values.put(flag.name(), text(flag.orNull()));
    }
    return values;
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Duration duration -> GoDuration.format(duration);
      case Double number when Double.isFinite(number) -> plain(number);
      case Enum<?> choice -> choice.name().toLowerCase(Locale.ROOT);
      case Verbosity.Module module -> module.pattern() + "=" + module.level();
      case VersionRequest version -> version.text();
      case Collection<?> items ->
          items.stream().map(FlagValues::text).collect(Collectors.joining(","));
      default -> value.toString();
    };
  }

  /** Without BigDecimal for usual numbers: loading it takes 20 ms of a start. */
  private static String plain(double number) {
    String shortest = Double.toString(number);
    if (shortest.contains("E")) {
      return new BigDecimal(shortest).stripTrailingZeros().toPlainString();
    }
    return shortest.endsWith(".0") ? shortest.substring(0, shortest.length() - 2) : shortest;
  }
}
