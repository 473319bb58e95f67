package dev.hpa.cli.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/lint.md} is generated from the rules and their examples. */
class LintPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/lint.md");
  private static final String REWRITE = "hpa.docs.rewrite";

  @Test
  void thePageIsUpToDate() throws IOException {
    String made = LintPage.made();
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, made);
    }
    assertEquals(
        made,
        Files.exists(PAGE) ? Files.readString(PAGE) : "",
        "docs/lint.md is stale; make it anew with: mvn -pl hpa-cli -am"
            + " -Dtest=LintPageTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }

  @Test
  void everyExampleBelongsToARule() throws IOException {
    assertEquals(LintRuleList.ids().stream().sorted().toList(), RuleExample.folders());
  }
}
