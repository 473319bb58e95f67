package dev.hpa.app.commands;

import dev.hpa.app.cli.Flag;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The flags of {@code hpa run} by topic, for its help text. */
final class FlagGroups implements IHelpSectionRenderer {

  private static final String OTHER_CONTROLLERS =
      "%nFlags of kube-controller-manager's other controllers are accepted without effect;"
          + " docs/flags.md lists them.%n";

  private static List<OptionSpec> byName(CommandSpec command, List<Flag<?>> flags) {
    return flags.stream()
        .map(flag -> Objects.requireNonNull(command.findOption(flag.dashed()), flag.name()))
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .toList();
  }

  @Override
  public String render(Help help) {
    StringBuilder text = new StringBuilder();
    RunCommand.topics()
        .forEach(
            (topic, ofTopic) -> {
              List<OptionSpec> flags = byName(help.commandSpec(), ofTopic);
              Help.Layout layout = help.createDefaultLayout(flags, List.of(), help.colorScheme());
              layout.addOptions(flags, help.parameterLabelRenderer());
              text.append("%n%s flags:%n%n".formatted(topic)).append(layout);
            });
    return text.append(OTHER_CONTROLLERS.formatted()).toString();
  }
}
