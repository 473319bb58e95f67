package dev.hpa.cli.lint;

import java.io.IOException;

/** Generates {@code docs/lint.md} from the rules and their examples. */
final class LintPage {

  private static final String HEAD =
      """
      # Rules of `hpa lint`

      Each rule has an id, which text, JSON and SARIF output name, a level, and an example. Lines with `-` fail the rule, lines with `+` fix
      it. How to run lint, and what its output looks like, is described in [manifests](manifests.md#lint).

      | level | meaning | exit status |
      | --- | --- | --- |
      | error | the API server refuses the object | 1 |
      | warning | the object is accepted, and does not work as it reads | 0; with `--strict` 1 |
      | note | lint cannot check something | 0 |

      `hpa lint --list-rules` prints the rules; `-o json` prints them for programs. `--ignore RULE` does not report a rule, for all files of the
      command. `--only errors` reports errors only.

      | rule | level |
      | --- | --- |
      """;

  private final StringBuilder page = new StringBuilder(HEAD);

  private LintPage() {}

  static String made() throws IOException {
    LintPage page = new LintPage();
    for (LintRule rule : LintRule.values()) {
      page.page.append("| [`%s`](#%s) | %s |%n".formatted(rule.id(), rule.id(), word(rule)));
    }
    for (LintRule rule : LintRule.values()) {
      page.rule(rule, RuleExample.of(rule.id()));
    }
    return page.page.toString();
  }

  private static String word(LintRule rule) {
    return rule.level().word();
  }

  private void rule(LintRule rule, RuleExample example) throws IOException {
    page.append("\n## ").append(rule.id()).append("\n\n");
    page.append("Level: ").append(word(rule)).append(". ").append(rule.why()).append("\n\n");
    page.append("**Fix:** ").append(rule.fix()).append("\n\n");
    if (!example.options().isEmpty()) {
      page.append("With `").append(example.options()).append("`");
      String load = example.load();
      page.append(load.isEmpty() ? "" : ", where `load.csv` is `" + load + "`").append(":\n\n");
    }
    page.append("```diff\n");
    LineDiff.of(example.bad().lines().toList(), example.good().lines().toList())
        .forEach(line -> page.append(line).append('\n'));
    page.append("```\n");
  }
}
