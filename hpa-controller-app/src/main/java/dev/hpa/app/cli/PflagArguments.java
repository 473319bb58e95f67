package dev.hpa.app.cli;

import dev.hpa.api.GoQuote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * A command line in the syntax of Go's pflag: {@code --flag=value} or {@code --flag value}, {@code
 * _} for {@code -} in names, {@code -v3}, booleans only with {@code =}, no positional arguments.
 * The first error from left to right is reported.
 */
final class PflagArguments {

  private final CommandSpec command;
  private final Deque<String> left;
  private final List<Given> given = new ArrayList<>();
  private final List<String> positional = new ArrayList<>();

  private PflagArguments(CommandSpec command, Collection<String> words) {
    this.command = command;
    this.left = new ArrayDeque<>(words);
  }

  /** A flag with its valid value. */
  record Given(OptionSpec flag, String value) {

    String name() {
      return flag.longestName().substring(2);
    }
  }

  /**
   * The given flags, in order.
   *
   * @throws UsageException if a flag is unknown or has no valid value, or an argument is not a flag
   */
  static List<Given> parse(CommandSpec command, Collection<String> words) {
    PflagArguments arguments = new PflagArguments(command, words);
    arguments.readAll();
    return List.copyOf(arguments.given);
  }

  private void readAll() {
    while (!left.isEmpty()) {
      String word = left.removeFirst();
      if (word.equals("--")) {
        positional.addAll(left);
        break;
      }
      if (word.startsWith("--")) {
        readLong(word.substring(2));
      } else if (word.startsWith("-") && word.length() > 1) {
        readShort(word);
      } else {
        positional.add(word);
      }
    }
    boolean asksForHelp = given.stream().anyMatch(flag -> flag.flag().usageHelp());
    if (!asksForHelp && positional.stream().anyMatch(word -> !word.isEmpty())) {
      throw new UsageException(
          "%s does not take any arguments, got [%s]"
              .formatted(
                  GoQuote.quote(command.qualifiedName()),
                  positional.stream().map(GoQuote::quote).collect(Collectors.joining(" "))));
    }
  }

  private void readLong(String word) {
    if (word.startsWith("-") || word.startsWith("=")) {
      throw new UsageException("bad flag syntax: --" + word);
    }
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    OptionSpec flag = command.findOption("--" + name.replace('_', '-'));
    if (flag == null) {
      throw new UsageException(
          "unknown flag: --" + name + FlagHints.of(name.replace('_', '-'), command));
    }
    add(flag, equals < 0 ? null : word.substring(equals + 1), "--" + name);
  }

  /** Parses a shorthand flag, with or without an attached value. */
  private void readShort(String word) {
    String rest = word.substring(1);
    while (!rest.isEmpty()) {
      char letter = rest.charAt(0);
      OptionSpec flag = command.findOption("-" + letter);
      if (flag == null) {
        throw new UsageException("unknown shorthand flag: '" + letter + "' in " + word);
      }
      rest = rest.substring(1);
      if (rest.startsWith("=")) {
        add(flag, rest.substring(1), word);
        return;
      }
      if (!needsValue(flag)) {
        add(flag, null, word);
      } else {
        add(flag, rest.isEmpty() ? null : rest, "'" + letter + "' in " + word);
        return;
      }
    }
  }

  private void add(OptionSpec flag, @Nullable String attached, String as) {
    String value = attached;
    if (value == null) {
      if (!needsValue(flag)) {
        value = "true";
      } else if (left.isEmpty()) {
        throw new UsageException("flag needs an argument: " + as);
      } else {
        value = left.removeFirst();
      }
    }
    String problem = problem(flag, value);
    if (problem != null) {
      throw new UsageException(
          "invalid argument %s for \"%s\" flag: %s"
              .formatted(GoQuote.quote(value), label(flag), problem));
    }
    given.add(new Given(flag, value));
  }

  private static boolean needsValue(OptionSpec flag) {
    return flag.arity().min() > 0;
  }

  private static String label(OptionSpec flag) {
    String shortest = flag.shortestName();
    return shortest.startsWith("--") ? shortest : shortest + ", " + flag.longestName();
  }

  /** The problem with a value, or null. Values without a converter are validated later. */
  static @Nullable String problem(OptionSpec flag, String value) {
    try {
      if (flag.converters().length > 0) {
        flag.converters()[0].convert(value);
      } else if (flag.type() == boolean.class) {
        new GoNumbers.Bool().convert(value);
      }
      return null;
    } catch (TypeConversionException bad) {
      return bad.getMessage();
    } catch (Exception unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }
}
