package dev.hpa.cli.completion;

import dev.hpa.app.cli.ExitStatus;
import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.HpaCommand;
import dev.hpa.cli.commands.CommandGroup;
import dev.hpa.cli.commands.Subcommand;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hpa completion}: prints a script for a shell, or the completions for kubectl. */
@Command(
    name = "completion",
    description = {
      "Print the completion of commands and options: a script for bash (and for zsh with"
          + " bashcompinit) or fish, or the completions of a command line for kubectl, which"
          + " kubectl_complete-hpa calls."
    },
    footer = {
      "",
      "Examples:",
      "  source <(hpa completion bash)",
      "  hpa completion fish | source",
      "  hpa completion kubectl -- simulate --lo"
    })
public final class CompletionCommand implements Callable<Integer>, Subcommand {
  /** Cobra's directive for words: what the shell would complete by itself is not added. */
  private static final String NO_FILES = ":4";

  private static final String FILES = ":0";

  /** Asks the program, as kubectl does; the last line is the directive. */
  private static final String FISH =
      """
      function __hpa_complete
          set -l words (commandline -opc)
          set -e words[1]
          set -l found (hpa completion kubectl -- $words (commandline -ct))
          if test "$found[-1]" = ":0"
              __fish_complete_path (commandline -ct)
          else
              set -e found[-1]
              printf '%s\\n' $found
          end
      end
      complete -c hpa -f -a '(__hpa_complete)'
      """;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SHELL", description = "bash, fish or kubectl.")
  private String shell = "";

  @Parameters(
      index = "1..*",
      paramLabel = "WORD",
      description = "For kubectl: the words after kubectl hpa, of which the last is completed.")
  private List<String> words = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  public CompletionCommand() {}

  @Override
  public CommandGroup group() {
    return CommandGroup.ABOUT;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    switch (shell) {
      case "bash" -> out.print(AutoComplete.bash("hpa", HpaCommand.allCommands()));
      case "fish" -> out.print(FISH);
      case "kubectl" -> kubectl(out);
      default ->
          throw new UsageException(
              "SHELL: \"" + shell + "\" is not supported; use bash, fish or kubectl");
    }
    out.flush();
    return ExitStatus.SUCCESS;
  }

  /** One completion per line, and a directive, as kubectl reads it from plug-ins. */
  private void kubectl(PrintWriter out) {
    List<String> found = completions();
    found.forEach(out::println);
    out.println(found.isEmpty() ? FILES : NO_FILES);
  }

  private List<String> completions() {
    Map<String, CommandLine> commands = HpaCommand.allCommands().getSubcommands();
    String last = words.isEmpty() ? "" : words.getLast();
    if (words.size() <= 1) {
      return starting(last, commands.keySet().stream());
    }
    CommandLine command = commands.get(words.getFirst());
    if (command == null) {
      return List.of();
    }
    int equals = last.startsWith("--") ? last.indexOf('=') : -1;
    String name = equals < 0 ? words.get(words.size() - 2) : last.substring(0, equals);
    OptionSpec option = command.getCommandSpec().findOption(name);
    if (option != null && (equals >= 0 || option.arity().max() > 0)) {
      Iterable<String> values = option.completionCandidates();
      // The last value of a list is completed.
      int comma = option.splitRegex().isEmpty() ? -1 : last.lastIndexOf(',');
      String before = last.substring(0, Math.max(equals, comma) + 1);
      return values == null
          ? List.of()
          : starting(last, StreamSupport.stream(values.spliterator(), false).map(before::concat));
    }
    return last.startsWith("-")
        ? starting(
            last,
            command.getCommandSpec().options().stream()
                .filter(each -> !each.hidden())
                .map(OptionSpec::longestName))
        : List.of();
  }

  private static List<String> starting(String start, Stream<String> all) {
    return all.filter(each -> each.startsWith(start)).distinct().sorted().toList();
  }
}
