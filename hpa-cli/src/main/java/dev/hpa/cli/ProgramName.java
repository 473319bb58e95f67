package dev.hpa.cli;

import java.util.Arrays;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The name under which the user calls the program: {@code hpa}, or {@code kubectl hpa} if it runs as
 * a plug-in of kubectl. Help and errors use it.
 */
final class ProgramName {
  /** Set by the launcher when it is called as {@code kubectl-hpa}. */
  static final String PROPERTY = "hpa.program.name";

  static final String DEFAULT = "hpa";

  private static final Pattern CALL = Pattern.compile("(?<=^|[\\s`'(|])hpa(?= [a-z-])");

  private ProgramName() {}

  /** The name that the launcher passed. */
  static String given() {
    return System.getProperty(PROPERTY, DEFAULT);
  }

  /** Renames a program with all its commands. */
  static void apply(String name, CommandLine line) {
    if (!name.equals(DEFAULT)) {
      line.setCommandName(name);
      rename(name, line);
    }
  }

  private static void rename(String name, CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.footer(renamed(name, usage.footer()));
    usage.description(renamed(name, usage.description()));
    line.getSubcommands().values().forEach(each -> rename(name, each));
  }

  private static String[] renamed(String name, String[] lines) {
    return Arrays.stream(lines)
        .map(each -> CALL.matcher(each).replaceAll(name))
        .toArray(String[]::new);
  }
}
