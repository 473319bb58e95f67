package dev.hpa.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Cases;
import dev.hpa.conformance.cases.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/conformance/cases.md} is generated from the cases. */
class CasesPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/conformance/cases.md");
  private static final String REWRITE = "hpa.docs.rewrite";

  @Test
  void thePageIsUpToDate() throws IOException {
    String made = CasesPage.made();
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, made);
    }
    assertEquals(
        made,
        Files.exists(PAGE) ? Files.readString(PAGE) : "",
        "docs/conformance/cases.md is stale; update it with: mvn -pl hpa-cli -am"
            + " -Dtest=CasesPageTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }

  @Test
  void everyCaseLinksToItsRules() {
    String page = CasesPage.made();
    for (Case each : Cases.all(Settings.DEFAULT)) {
      String section = page.substring(page.indexOf("\n## " + each.name() + "\n") + 1);
      int end = section.indexOf("\n## ");
      String own = end < 0 ? section : section.substring(0, end);
      each.rules()
          .forEach(rule -> assertTrue(own.contains("[" + rule + "](rules.md#"), each.name()));
    }
  }
}
