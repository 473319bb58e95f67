package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.app.cli.FlagTypes.ListType;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Verbosity;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The flags of the log. */
final class LoggingFlags extends FlagGroup {

  private static final String ALPHA = "LoggingAlphaOptions";
  private static final String BETA = "LoggingBetaOptions";

  private final Flag<Integer> level =
      add(
          Flag.of(
                  "v",
                  "LEVEL",
                  FlagTypes.COUNT,
                  "0",
                  "Log verbosity: 2 logs cache events, 4 every decision, 6 everything (default:"
                      + " ${DEFAULT-VALUE}).")
              .orLetter('v'));

  private final Flag<List<Verbosity.Module>> modules =
      optional(
          "vmodule",
          "PATTERN=LEVEL,...",
          new ListType<>(LoggingFlags::modules),
          "Log verbosity per class name pattern, such as Reflector=2; horizontal, a file"
              + " name of kube-controller-manager, selects the controller. Text format only.");

  private final Flag<String> format =
      text(
          "logging-format",
          "FORMAT",
          "text",
          "Log format on standard error: text, or json with one object per line (default:"
              + " ${DEFAULT-VALUE}).");

  private final Flag<Duration> flushFrequency =
      duration(
          "log-flush-frequency",
          "5s",
          "Maximum time that log lines stay in the buffers below; without buffers each"
              + " line is written immediately (default: ${DEFAULT-VALUE}).");

  private final Flag<Boolean> splitText =
      bool(
          "log-text-split-stream",
          false,
          "Text format: write info messages to standard output and errors to standard"
              + " error; requires the feature gate LoggingAlphaOptions.");

  private final Flag<Quantity> textBuffer =
      flag(
          "log-text-info-buffer-size",
          "QUANTITY",
          LoggingFlags::quantity,
          "0",
          "Text format: buffer size of standard output in bytes, such as 64Ki; requires"
              + " the feature gate LoggingAlphaOptions (default: ${DEFAULT-VALUE}).");

  private final Flag<Boolean> splitJson =
      bool(
          "log-json-split-stream",
          false,
          "JSON format: write info messages to standard output and errors to standard"
              + " error; requires the feature gate LoggingAlphaOptions.");

  private final Flag<Quantity> jsonBuffer =
      flag(
          "log-json-info-buffer-size",
          "QUANTITY",
          LoggingFlags::quantity,
          "0",
          "JSON format: like --log-text-info-buffer-size (default: ${DEFAULT-VALUE}).");

  /** Adds the values that are invalid. */
  void check(FeatureGates gates, Problems problems) {
    if (!flushFrequency.get().isPositive()) {
      problems.add(
          "flushFrequency: Invalid value: \"%s\": Must be greater than zero"
              .formatted(GoDuration.format(flushFrequency.get())));
    }
    if (!format.get().equals("text") && !format.get().equals("json")) {
      problems.add(
          "format: Invalid value: \""
              + format.get()
              + "\": Unsupported log format; give text or json");
    } else if (isJson() && !gates.enabled(BETA)) {
      problems.add("format: Forbidden: Log format json is disabled, see " + BETA + " feature");
    }
    if (!modules.get().isEmpty() && !format.get().equals("text")) {
      problems.add("vmodule: Forbidden: Only supported for text log format");
    }
    if (!gates.enabled(ALPHA)) {
      forbid("text.splitStream", splitText.get(), problems);
      forbid("text.infoBufferSize", textBuffer.get().signum() != 0, problems);
      forbid("json.splitStream", splitJson.get(), problems);
      forbid("json.infoBufferSize", jsonBuffer.get().signum() != 0, problems);
    }
  }

  private static void forbid(String option, boolean wanted, Problems problems) {
    if (wanted) {
      problems.add("options." + option + ": Forbidden: Feature " + ALPHA + " is disabled");
    }
  }

  private boolean isJson() {
    return format.get().equals("json");
  }

  /** The options that these flags set. */
  LogOptions options() {
    return new LogOptions(
        new Verbosity(level.get(), modules.get()),
        isJson() ? LogOptions.Format.JSON : LogOptions.Format.TEXT,
        isJson() ? splitJson.get() : splitText.get(),
        (isJson() ? jsonBuffer.get() : textBuffer.get()).value(),
        flushFrequency.get());
  }

  private static List<Verbosity.Module> modules(String text) {
    return Arrays.stream(text.split(",", -1))
        .filter(each -> !each.isEmpty())
        .map(LoggingFlags::module)
        .toList();
  }

  private static Verbosity.Module module(String text) {
    String[] sides = text.split("=", -1);
    if (sides.length != 2 || sides[0].isEmpty() || sides[1].isEmpty()) {
      throw new FlagValueException("\"" + text + "\" does not have the pattern=N format");
    }
    try {
      return new Verbosity.Module(sides[0], GoNumbers.count(sides[1]));
    } catch (FlagValueException bad) {
      throw new FlagValueException("parsing verbosity in \"" + text + "\": " + bad.getMessage());
    }
  }

  private static Quantity quantity(String text) {
    try {
      return Quantity.parse(text);
    } catch (QuantityFormatException none) {
      throw new FlagValueException(String.valueOf(none.getMessage()));
    }
  }
}
