package dev.hpa.cli.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The example of a rule: a folder with {@code bad.yaml}, which fails the rule, {@code good.yaml},
 * which passes all rules, and {@code options} if the rule needs any.
 */
public record RuleExample(String id, Path folder) {

  private static final Path ALL =
      Path.of(System.getProperty("hpa.root", "."))
          .resolve("hpa-cli/src/test/resources/dev/hpa/cli/lint/rules");

  /** Returns the example of each rule, in the order of the rules. */
  public static List<RuleExample> all() {
    return LintRuleList.ids().stream().map(RuleExample::of).toList();
  }

  static RuleExample of(String id) {
    return new RuleExample(id, ALL.resolve(id));
  }

  /** The names of all example folders. */
  static List<String> folders() throws IOException {
    try (var folders = Files.list(ALL)) {
      return folders.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  public String bad() throws IOException {
    return Files.readString(folder.resolve("bad.yaml"));
  }

  public String good() throws IOException {
    return Files.readString(folder.resolve("good.yaml"));
  }

  /** The options as on a command line; empty if there are none. */
  public String options() throws IOException {
    Path options = folder.resolve("options");
    return Files.exists(options) ? Files.readString(options).strip() : "";
  }

  /** The trace of the example in one line; empty if there is none. */
  String load() throws IOException {
    Path load = folder.resolve("load.csv");
    return Files.exists(load) ? String.join("; ", Files.readAllLines(load)) : "";
  }

  /** The command line of lint for one of the files. */
  public String[] arguments(String file) throws IOException {
    List<String> all = new ArrayList<>(List.of("lint", "-o", "json"));
    for (String option : options().isEmpty() ? new String[0] : options().split(" ", -1)) {
      all.add(Files.exists(folder.resolve(option)) ? folder.resolve(option).toString() : option);
    }
    all.addAll(List.of("-f", folder.resolve(file).toString()));
    return all.toArray(String[]::new);
  }

  @Override
  public String toString() {
    return id;
  }
}
