package dev.hpa.app.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The flags of {@code hpa run} by topic, for its help text and docs/flags.md. */
final class FlagGroups implements IHelpSectionRenderer {

  private static final String REST = "Others";

  private static final String OTHER_CONTROLLERS =
      "%nFlags of kube-controller-manager's other controllers are accepted without effect;"
          + " docs/flags.md lists them.%n";

  /** The groups in declaration order, each with its flags sorted by name. */
  static Map<String, List<OptionSpec>> of(CommandSpec run) {
    Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    List<OptionSpec> rest = new ArrayList<>(run.options());
    rest.removeIf(flag -> FlagsWithoutEffect.OF_OTHERS.contains(flag.longestName()));
    Objects.requireNonNull(run.mixins().get("flags"))
        .mixins()
        .forEach(
            (topic, flags) -> {
              groups.put(topic, byName(flags.options()));
              rest.removeIf(flag -> flags.findOption(flag.longestName()) != null);
            });
    groups.put(REST, byName(rest));
    return groups;
  }

  private static List<OptionSpec> byName(List<OptionSpec> flags) {
    return flags.stream().sorted(Comparator.comparing(OptionSpec::longestName)).toList();
  }

  @Override
  public String render(Help help) {
    StringBuilder text = new StringBuilder();
    of(help.commandSpec())
        .forEach(
            (topic, flags) -> {
              Help.Layout layout = help.createDefaultLayout(flags, List.of(), help.colorScheme());
              layout.addOptions(flags, help.parameterLabelRenderer());
              text.append("%n%s flags:%n%n".formatted(topic)).append(layout);
            });
    return text.append(OTHER_CONTROLLERS.formatted()).toString();
  }
}
