package dev.hpa.cli;

import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands in the help of the program: by group, each with its first sentence. */
final class CommandList {

  private CommandList() {}

  /** Replaces picocli's list, which has all commands in the order of their names. */
  static void replaceIn(CommandLine program) {
    program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    program.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandList::text);
  }

  /**
   * The text after the options: lines with commands are not wrapped, so that they can be copied.
   */
  static String footer(Help help) {
    StringBuilder text = new StringBuilder();
    int width = help.commandSpec().usageMessage().width();
    for (String line : help.commandSpec().usageMessage().footer()) {
      int needed = line.startsWith(" ") ? Math.max(width, line.length() + 1) : width;
      Help.join(help.ansi(), needed, true, new String[] {line}, text);
    }
    return text.toString();
  }

  private static String text(Help help) {
    Map<CommandGroup, List<CommandLine>> groups = new EnumMap<>(CommandGroup.class);
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    commands.forEach(
        (name, command) ->
            groups.computeIfAbsent(group(command), any -> new ArrayList<>()).add(command));
    int longest = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    groups.forEach(
        (group, members) -> {
          text.append('\n').append(group.title()).append(":\n");
          TextTable table =
              TextTable.forColumns(
                  help.colorScheme(),
                  new Column(longest + 2, 2, Column.Overflow.SPAN),
                  new Column(
                      help.commandSpec().usageMessage().width() - longest - 2,
                      2,
                      Column.Overflow.WRAP));
          for (CommandLine each : members) {
            table.addRowValues(
                help.colorScheme().commandText(each.getCommandName()),
                Ansi.AUTO.new Text(summary(each), help.colorScheme()));
          }
          text.append(table);
        });
    return text.toString();
  }

  private static CommandGroup group(CommandLine command) {
    return command.getCommand() instanceof Subcommand subcommand
        ? subcommand.group()
        : CommandGroup.ABOUT;
  }

  /** The first sentence, as far as a colon. */
  private static String summary(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    String[] lines = usage.header().length > 0 ? usage.header() : usage.description();
    String text = String.join(" ", lines);
    int end = Stream.of(": ", ". ").mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
    String sentence = end < 0 ? text : text.substring(0, end);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
