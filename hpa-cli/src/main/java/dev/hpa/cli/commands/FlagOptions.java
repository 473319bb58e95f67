package dev.hpa.cli.commands;

import dev.hpa.app.cli.ControllerConfig;
import dev.hpa.app.cli.Flag;
import dev.hpa.app.cli.FlagValueException;
import dev.hpa.app.cli.UsageException;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * Makes options of picocli from the flags that a command shares with the controller, and gives them
 * the values of its configuration file.
 */
public final class FlagOptions implements IModelTransformer {

  private static final String CONFIG = "--config";
  private static final String INDENT = "      ";

  /** An option of several commands that is no flag of decisions. */
  private static final String SYNC_PERIOD = "--horizontal-pod-autoscaler-sync-period";

  /** A command with flags of the controller. */
  public interface Owner {

    /** The flags, which get the values of the command line. */
    List<Flag<?>> flags();

    /**
     * Receives the file of {@code --config}, which may have sections beside flags.
     *
     * @param file valid
     */
    default void addSections(String file) {}

    /** What only the file of {@code --config} sets; null if all flags and options are options. */
    default @Nullable FileSettings settings() {
      return null;
    }
  }

  /** Adds the flags of an {@link Owner}. */
  @Override
  public CommandSpec transform(CommandSpec command) {
    Owner owner = (Owner) command.userObject();
    List<OptionSpec> shared = new ArrayList<>();
    for (Flag<?> flag : owner.flags()) {
      Values values = new Values(flag);
      shared.add(option(flag).getter(values).setter(values).build());
    }
    FileSettings settings = owner.settings();
    if (settings == null) {
      shared.forEach(command::addOption);
    } else {
      settings.take(command, shared);
    }
    command.addOption(
        OptionSpec.builder(CONFIG)
            .paramLabel("FILE")
            .type(String.class)
            .description(
                settings == null
                    ? "File with flags, such as the configuration file of the controller. Flags that"
                        + " this command does not have are ignored; the command line takes"
                        + " precedence."
                    : FileSettings.DESCRIPTION)
            .build());
    command
        .usageMessage()
        .sectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            help ->
                settings == null
                    ? optionList(
                        help,
                        shared,
                        "Flags of the controller; \"hpa run --help\" describes them, --config sets"
                            + " them")
                    : optionList(help, settings.options(), FileSettings.HEADING));
    return command;
  }

  /** The options of the command in full, and the names of those that another help describes. */
  private static String optionList(Help help, List<OptionSpec> shared, String heading) {
    List<OptionSpec> own =
        help.commandSpec().options().stream().filter(each -> !shared.contains(each)).toList();
    StringBuilder text = new StringBuilder();
    own.stream()
        .collect(Collectors.groupingBy(FlagOptions::topic, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (topic, options) ->
                text.append("\n")
                    .append(topic)
                    .append(":\n")
                    .append(help.optionListExcludingGroups(options)));
    text.append("\n").append(heading).append(":\n");
    StringBuilder line = new StringBuilder(INDENT);
    for (String name : shared.stream().map(OptionSpec::longestName).sorted().toList()) {
      if (line.length() + name.length() > help.commandSpec().usageMessage().width()) {
        text.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(INDENT);
      }
      line.append(name).append("  ");
    }
    return text.append(line.toString().stripTrailing()).append('\n').toString();
  }

  private static String topic(OptionSpec option) {
    Topic topic =
        option.userObject() instanceof Member member
            ? member.getDeclaringClass().getAnnotation(Topic.class)
            : null;
    return topic == null ? "Options" : topic.value();
  }

  /**
   * Gives the options that are not on the command line the values of {@code --config}.
   *
   * @throws UsageException if the file or a value in it is invalid
   */
  public static void configure(ParseResult line) {
    String file = line.matchedOptionValue(CONFIG, "");
    if (file.isEmpty() || !(line.commandSpec().userObject() instanceof Owner owner)) {
      return;
    }
    FileSettings settings = owner.settings();
    if (settings != null) {
      settings.read(file, line.commandSpec().qualifiedName());
      return;
    }
    ControllerConfig config =
        ControllerConfig.read(file, line.commandSpec().qualifiedName(), List.of());
    owner.addSections(file);
    Set<String> names = new HashSet<>(Set.of(SYNC_PERIOD));
    owner.flags().forEach(flag -> names.add(flag.dashed()));
    for (OptionSpec option : line.commandSpec().options()) {
      String name = option.longestName();
      List<String> values = names.contains(name) ? config.of(name.substring(2)) : List.of();
      if (!values.isEmpty() && !line.hasMatchedOption(name)) {
        set(option, values);
      }
    }
  }

  private static void set(OptionSpec option, List<String> values) {
    try {
      if (option.isMultiValue()) {
        option.setValue(values);
      } else {
        String last = values.getLast();
        option.setValue(
            option.converters().length == 0 ? last : option.converters()[0].convert(last));
      }
    } catch (Exception invalid) {
      throw new UsageException(option.longestName() + ": " + invalid.getMessage(), invalid);
    }
  }

  /** An option that help and completion show, without effect on the flag. */
  public static OptionSpec shown(Flag<?> flag) {
    return option(flag).build();
  }

  private static OptionSpec.Builder option(Flag<?> flag) {
    OptionSpec.Builder option =
        flag.shorthand().isEmpty()
            ? OptionSpec.builder(flag.dashed())
            : OptionSpec.builder("-" + flag.shorthand(), flag.dashed());
    option.description(flag.help().replace("%", "%%"));
    if (flag.label().isEmpty()) {
      return option.type(boolean.class).arity("0").usageHelp(flag.name().equals("help"));
    }
    option.paramLabel(flag.label()).defaultValue(flag.preset());
    if (flag.needsValue()) {
      option.arity("1");
    } else {
      option.arity("0..1").fallbackValue("true");
    }
    List<String> choices = flag.type().choices();
    if (!choices.isEmpty()) {
      option.completionCandidates(choices);
    }
    return flag.type().isList()
        ? option.type(List.class).auxiliaryTypes(String.class).converters(converter(flag))
        : option.type(String.class).converters(converter(flag));
  }

  /** Passes a valid text on unchanged. */
  private static ITypeConverter<String> converter(Flag<?> flag) {
    return text -> {
      try {
        flag.type().parse(text);
        return text;
      } catch (FlagValueException bad) {
        throw new TypeConversionException(bad.getMessage());
      }
    };
  }

  /**
   * Sets a flag. picocli passes defaults and the empty list of an option that is not given too, and
   * adds the values of a repeated option to the list that it gets.
   */
  private static final class Values implements IGetter, ISetter {

    private final Flag<?> flag;
    private @Nullable Object value;

    Values(Flag<?> flag) {
      this.flag = flag;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as declared by picocli
    public <T> @Nullable T get() {
      return (T) value;
    }

    @Override
    public <T> T set(T given) {
      value = given;
      if (given instanceof List<?> texts) {
        flag.reset();
        texts.forEach(text -> flag.set(String.valueOf(text)));
      } else if (given != null) {
        flag.set(String.valueOf(given));
      }
      return given;
    }
  }
}
