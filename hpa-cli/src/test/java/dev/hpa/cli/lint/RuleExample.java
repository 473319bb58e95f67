package dev.hpa.cli.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The example of a rule, as {@code --explain} prints it: the manifest that fails the rule alone and
 * the one that passes all rules are those without added and without removed lines.
 */
public record RuleExample(String id) {

  private static final Path RESOURCES =
      Path.of(System.getProperty("hpa.root", ".")).resolve("hpa-cli/src");
  private static final Path ALL = RESOURCES.resolve("main/resources/dev/hpa/cli/lint/rules");
  private static final Path FILES = RESOURCES.resolve("test/resources/dev/hpa/cli/lint");
  private static final String COMMAND = "# hpa lint ";

  /** Returns the example of each rule, in the order of the rules. */
  public static List<RuleExample> all() {
    return LintRuleList.ids().stream().map(RuleExample::new).toList();
  }

  /** The ids that have an example. */
  static List<String> ids() throws IOException {
    try (var files = Files.list(ALL)) {
      return files
          .map(each -> each.getFileName().toString().replace(".diff", ""))
          .sorted()
          .toList();
    }
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(ALL.resolve(id + ".diff"));
  }

  private String manifest(char changed) throws IOException {
    return lines().stream()
        .filter(line -> line.isEmpty() || line.charAt(0) == ' ' || line.charAt(0) == changed)
        .map(line -> line.isEmpty() ? "\n" : line.substring(2) + "\n")
        .collect(Collectors.joining());
  }

  public String bad() throws IOException {
    return manifest('-');
  }

  public String good() throws IOException {
    return manifest('+');
  }

  /** The options as on a command line; empty if there are none. */
  public String options() throws IOException {
    String first = lines().getFirst();
    return first.startsWith(COMMAND)
        ? first.substring(COMMAND.length()).replace(" -f web.yaml", "")
        : "";
  }

  /** The command line of lint for a manifest on standard input. */
  public String[] arguments() throws IOException {
    List<String> all = new ArrayList<>(List.of("lint", "-o", "json"));
    for (String option : options().isEmpty() ? new String[0] : options().split(" ", -1)) {
      all.add(Files.exists(FILES.resolve(option)) ? FILES.resolve(option).toString() : option);
    }
    all.addAll(List.of("-f", "-"));
    return all.toArray(String[]::new);
  }

  @Override
  public String toString() {
    return id;
  }
}
