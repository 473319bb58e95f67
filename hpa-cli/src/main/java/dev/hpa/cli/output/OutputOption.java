package dev.hpa.cli.output;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code --output} option, with the formats that the command supports. */
public final class OutputOption {

  private static final String NAME = "--output";

  private final List<OutputFormat> formats;
  private final String description;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private @Nullable OutputFormat given;

  @SuppressWarnings("NullAway.Init")
  private OutputOption(List<OutputFormat> formats, String description) {
    this.formats = formats;
    this.description = description;
  }

  /** An option with these formats; the first is the default. */
  public static OutputOption of(OutputFormat... formats) {
    return describedAs("Output format: %s (default: %s).", formats);
  }

  /**
   * An option with its own description.
   *
   * @param description a format string for the list of formats and the default
   * @param formats the first is the default
   */
  public static OutputOption describedAs(String description, OutputFormat... formats) {
    List<OutputFormat> all = List.of(formats);
    return new OutputOption(all, description.formatted(list(all), all.getFirst()));
  }

  /** Adds the supported formats to the help text of a command that has the option. */
  public static void describe(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    for (CommandSpec mixin : command.mixins().values()) {
      if (mixin.userObject() instanceof OutputOption option) {
        OptionSpec undescribed = command.findOption(NAME);
        command.remove(undescribed);
        command.addOption(
            OptionSpec.builder(undescribed)
                .description(option.description)
                .completionCandidates(option.formats.stream().map(OutputFormat::toString).toList())
                .build());
      }
    }
  }

  @Option(
      names = {"-o", NAME},
      paramLabel = "FORMAT",
      description = "Output format.")
  void set(@Nullable String value) {
    given = value == null ? null : supported(value);
  }

  private OutputFormat supported(String value) {
    return formats.stream()
        .filter(each -> each.toString().equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(() -> new ParameterException(command.commandLine(), unsupported(value)));
  }

  /** The message for a format that is not supported. */
  public String unsupported(String value) {
    return "%s: \"%s\" is not supported; use %s".formatted(NAME, value, list(formats));
  }

  private static String list(List<OutputFormat> formats) {
    String last = formats.getLast().toString();
    return formats.stream()
        .limit(formats.size() - 1)
        .map(OutputFormat::toString)
        .collect(Collectors.joining(", ", "", " or " + last));
  }

  /** The format that is given, or the default. */
  public OutputFormat format() {
    return given().orElse(formats.getFirst());
  }

  /** The format that is given. */
  public Optional<OutputFormat> given() {
    return Optional.ofNullable(given);
  }
}
