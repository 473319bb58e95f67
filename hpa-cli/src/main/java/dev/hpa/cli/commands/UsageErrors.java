package dev.hpa.cli.commands;

import dev.hpa.app.cli.FlagHints;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The messages about command lines that picocli rejects, in the style of all others. */
final class UsageErrors {

  private static final String INVALID = "Invalid value for ";
  private static final String NO_PAIR = "format but was ";

  private UsageErrors() {}

  /** The message of a rejected command line: one line. */
  static String of(ParameterException failure) {
    String text = String.valueOf(failure.getMessage());
    return switch (failure) {
      case UnmatchedArgumentException unmatched when !unmatched.getUnmatched().isEmpty() ->
          unknown(unmatched.getUnmatched().getFirst(), failure.getCommandLine().getCommandSpec());
      case MissingParameterException missing when !missing.getMissing().isEmpty() -> {
        ArgSpec argument = missing.getMissing().getFirst();
        yield name(argument)
            + (text.startsWith("Missing required parameter for")
                ? ": no value; write " + name(argument) + "=" + argument.paramLabel()
                : ": required but not given");
      }
      case OverwrittenOptionException twice -> name(twice.getOverwritten()) + ": given twice";
      default -> {
        ArgSpec argument = failure.getArgSpec();
        int end = text.indexOf(": ");
        int pair = text.indexOf(NO_PAIR);
        if (argument != null && pair >= 0) {
          yield "%s: \"%s\" has no \"=\"; write %s=%s"
              .formatted(
                  name(argument),
                  text.substring(pair + NO_PAIR.length()),
                  name(argument),
                  argument.paramLabel());
        }
        yield argument == null || !text.startsWith(INVALID) || end < 0
            ? text
            : name(argument) + ": " + problem(text.substring(end + 2));
      }
    };
  }

  /** picocli's own converters name types of Java. */
  private static String problem(String text) {
    return text.replace('\'', '"')
        .replaceFirst(" is not an? (int|long)$", " is not a whole number")
        .replaceFirst(" is not a double$", " is not a number");
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String unknown(String given, CommandSpec command) {
    if (!given.startsWith("-")) {
      Collection<String> commands = command.subcommands().keySet();
      return commands.isEmpty()
          ? "\"" + given + "\": unexpected argument; remove it"
          : "\"" + given + "\": unknown command" + hint(given, commands);
    }
    String flag = given.indexOf('=') < 0 ? given : given.substring(0, given.indexOf('='));
    if (command.userObject() instanceof FlagOptions.Owner owner
        && owner.settings() != null
        && owner.settings().options().stream().anyMatch(each -> each.longestName().equals(flag))) {
      return flag
          + ": only the file of --config sets it; write "
          + flag.substring(2)
          + ": VALUE there";
    }
    return "unknown flag: "
        + flag
        + hint(flag, command.options().stream().map(OptionSpec::longestName).toList());
  }

  private static String hint(String given, Collection<String> known) {
    return FlagHints.nearest(given, List.copyOf(known))
        .map(name -> "; did you mean " + name + "?")
        .orElse("");
  }
}
