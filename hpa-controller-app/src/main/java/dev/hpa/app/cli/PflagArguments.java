package dev.hpa.app.cli;

import dev.hpa.api.GoQuote;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command line in the syntax of Go's pflag: {@code --flag=value} or {@code --flag value}, {@code
 * _} for {@code -} in names, {@code -v3}, booleans only with {@code =}, no positional arguments.
 * The first error from left to right is reported.
 */
final class PflagArguments {

  private final FlagSet flags;
  private final Deque<String> left;
  private final List<Given> given = new ArrayList<>();
  private final List<String> positional = new ArrayList<>();

  private PflagArguments(FlagSet flags, Collection<String> words) {
    this.flags = flags;
    this.left = new ArrayDeque<>(words);
  }

  /** A flag with its valid value. */
  record Given(Flag<?> flag, String value) {

    String name() {
      return flag.name();
    }
  }

  /**
   * The given flags, in order.
   *
   * @throws UsageException if a flag is unknown or has no valid value, or an argument is not a flag
   */
  static List<Given> parse(FlagSet flags, Collection<String> words) {
    PflagArguments arguments = new PflagArguments(flags, words);
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
    boolean asksForHelp = given.stream().anyMatch(flag -> flag.name().equals(RunFlags.HELP));
    if (!asksForHelp && positional.stream().anyMatch(word -> !word.isEmpty())) {
      throw new UsageException(
          "%s does not take any arguments, got [%s]"
              .formatted(
                  GoQuote.quote(flags.program()),
                  positional.stream().map(GoQuote::quote).collect(Collectors.joining(" "))));
    }
  }

  private void readLong(String word) {
    if (word.startsWith("-") || word.startsWith("=")) {
      throw new UsageException("bad flag syntax: --" + word);
    }
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    Flag<?> flag = flags.find(name.replace('_', '-'));
    if (flag == null) {
      throw new UsageException(
          "unknown flag: --" + name + FlagHints.of(name.replace('_', '-'), flags));
    }
    add(flag, equals < 0 ? null : word.substring(equals + 1), "--" + name);
  }

  /** Parses a shorthand flag, with or without an attached value. */
  private void readShort(String word) {
    String rest = word.substring(1);
    while (!rest.isEmpty()) {
      char letter = rest.charAt(0);
      Flag<?> flag = flags.ofLetter(letter);
      if (flag == null) {
        throw new UsageException("unknown shorthand flag: '" + letter + "' in " + word);
      }
      rest = rest.substring(1);
      if (rest.startsWith("=")) {
        add(flag, rest.substring(1), word);
        return;
      }
      if (!flag.needsValue()) {
        add(flag, null, word);
      } else {
        add(flag, rest.isEmpty() ? null : rest, "'" + letter + "' in " + word);
        return;
      }
    }
  }

  private void add(Flag<?> flag, @Nullable String attached, String as) {
    String value = attached;
    if (value == null) {
      if (!flag.needsValue()) {
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

  private static String label(Flag<?> flag) {
    return flag.shorthand().isEmpty()
        ? flag.dashed()
        : "-" + flag.shorthand() + ", " + flag.dashed();
  }

  /** The problem with a value, or null. */
  static @Nullable String problem(Flag<?> flag, String value) {
    try {
      flag.type().parse(value);
      return null;
    } catch (FlagValueException bad) {
      return bad.getMessage();
    }
  }
}
