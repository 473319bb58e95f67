package dev.hpa.app.cli;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Quantity;
import dev.hpa.api.QuantityFormatException;
import dev.hpa.app.features.FeatureGates;
import dev.hpa.app.logging.LogOptions;
import dev.hpa.app.logging.Verbosity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags of the log. */
final class LoggingFlags {

  private static final String ALPHA = "LoggingAlphaOptions";
  private static final String BETA = "LoggingBetaOptions";

  @Option(
      names = {"-v", "--v"},
      paramLabel = "LEVEL",
      converter = GoNumbers.Count.class,
      defaultValue = "0",
      description =
          "Log verbosity: 2 logs cache events, 4 every decision, 6 everything (default:"
              + " ${DEFAULT-VALUE}).")
  private int level;

  @Option(
      names = "--vmodule",
      paramLabel = "PATTERN=LEVEL,...",
      converter = Modules.Converter.class,
      description =
          "Log verbosity per class name pattern, such as Reflector=2; horizontal, a file"
              + " name of kube-controller-manager, selects the controller. Text format only.")
  private List<Modules> modules = new ArrayList<>();

  @Option(
      names = "--logging-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "Log format on standard error: text, or json with one object per line (default:"
              + " ${DEFAULT-VALUE}).")
  private String format = "";

  @Option(
      names = "--log-flush-frequency",
      paramLabel = "DURATION",
      converter = GoDurationConverter.class,
      defaultValue = "5s",
      description =
          "Maximum time that log lines stay in the buffers below; without buffers each"
              + " line is written immediately (default: ${DEFAULT-VALUE}).")
  private Duration flushFrequency = Duration.ofSeconds(5);

  @Option(
      names = "--log-text-split-stream",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "Text format: write info messages to standard output and errors to standard"
              + " error; requires the feature gate LoggingAlphaOptions.")
  private boolean splitText;

  @Option(
      names = "--log-text-info-buffer-size",
      paramLabel = "QUANTITY",
      converter = QuantityConverter.class,
      defaultValue = "0",
      description =
          "Text format: buffer size of standard output in bytes, such as 64Ki; requires"
              + " the feature gate LoggingAlphaOptions (default: ${DEFAULT-VALUE}).")
  private Quantity textBuffer = Quantity.ZERO;

  @Option(
      names = "--log-json-split-stream",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "false",
      converter = GoNumbers.Bool.class,
      description =
          "JSON format: write info messages to standard output and errors to standard"
              + " error; requires the feature gate LoggingAlphaOptions.")
  private boolean splitJson;

  @Option(
      names = "--log-json-info-buffer-size",
      paramLabel = "QUANTITY",
      converter = QuantityConverter.class,
      defaultValue = "0",
      description = "JSON format: like --log-text-info-buffer-size (default: ${DEFAULT-VALUE}).")
  private Quantity jsonBuffer = Quantity.ZERO;

  /** Adds the values that are invalid. */
  void check(FeatureGates gates, Problems problems) {
    if (!flushFrequency.isPositive()) {
      problems.add(
          "flushFrequency: Invalid value: \"%s\": Must be greater than zero"
              .formatted(GoDuration.format(flushFrequency)));
    }
    if (!format.equals("text") && !format.equals("json")) {
      problems.add(
          "format: Invalid value: \"" + format + "\": Unsupported log format; give text or json");
    } else if (isJson() && !gates.enabled(BETA)) {
      problems.add("format: Forbidden: Log format json is disabled, see " + BETA + " feature");
    }
    if (!modules.stream().allMatch(each -> each.modules().isEmpty()) && !format.equals("text")) {
      problems.add("vmodule: Forbidden: Only supported for text log format");
    }
    if (!gates.enabled(ALPHA)) {
      forbid("text.splitStream", splitText, problems);
      forbid("text.infoBufferSize", textBuffer.signum() != 0, problems);
      forbid("json.splitStream", splitJson, problems);
      forbid("json.infoBufferSize", jsonBuffer.signum() != 0, problems);
    }
  }

  private static void forbid(String option, boolean wanted, Problems problems) {
    if (wanted) {
      problems.add("options." + option + ": Forbidden: Feature " + ALPHA + " is disabled");
    }
  }

  private boolean isJson() {
    return format.equals("json");
  }

  /** The options that these flags set. */
  LogOptions options() {
    return new LogOptions(
        new Verbosity(level, modules.stream().flatMap(each -> each.modules().stream()).toList()),
        isJson() ? LogOptions.Format.JSON : LogOptions.Format.TEXT,
        isJson() ? splitJson : splitText,
        (isJson() ? jsonBuffer : textBuffer).value(),
        flushFrequency);
  }

  /** The modules of one value. */
  record Modules(List<Verbosity.Module> modules) {

    Modules {
      modules = List.copyOf(modules);
    }

    @Override
    public String toString() {
      return String.join(
          ",", modules.stream().map(each -> each.pattern() + "=" + each.level()).toList());
    }

    static final class Converter implements ITypeConverter<Modules> {
      @Override
      public Modules convert(String text) {
        List<Verbosity.Module> modules = new ArrayList<>();
        for (String each : text.split(",", -1)) {
          if (!each.isEmpty()) {
            modules.add(module(each));
          }
        }
        return new Modules(modules);
      }

      private static Verbosity.Module module(String text) {
        String[] sides = text.split("=", -1);
        if (sides.length != 2 || sides[0].isEmpty() || sides[1].isEmpty()) {
          throw new TypeConversionException("\"" + text + "\" does not have the pattern=N format");
        }
        try {
          return new Verbosity.Module(sides[0], new GoNumbers.Count().convert(sides[1]));
        } catch (TypeConversionException bad) {
          throw new TypeConversionException(
              "parsing verbosity in \"" + text + "\": " + bad.getMessage());
        }
      }
    }
  }

  static final class QuantityConverter implements ITypeConverter<Quantity> {
    @Override
    public Quantity convert(String text) {
      try {
        return Quantity.parse(text);
      } catch (QuantityFormatException none) {
        throw new TypeConversionException(String.valueOf(none.getMessage()));
      }
    }
  }
}
