package dev.hpa.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every report is as described without the option, and solved with it. */
class OpenUpstreamPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/open-upstream.md");
  private static final String REWRITE = "hpa.docs.rewrite";

  static List<OpenUpstreamPage.Report> reports() throws IOException {
    return OpenUpstreamPage.reports();
  }

  @ParameterizedTest
  @MethodSource("reports")
  void theOptionSolvesTheReport(OpenUpstreamPage.Report report) {
    assertNotEquals(report.get("without"), report.get("with"));
    assertEquals(List.of(report.get("without"), report.get("with")), report.observed());
  }

  @Test
  void thereAreAtLeastTwelveReports() throws IOException {
    assertTrue(reports().size() >= 12);
  }

  @Test
  void thePageIsUpToDate() throws IOException {
    String made = OpenUpstreamPage.made();
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, made);
    }
    assertEquals(
        made,
        Files.exists(PAGE) ? Files.readString(PAGE) : "",
        "docs/open-upstream.md is stale; make it anew with: mvn -pl hpa-cli -am"
            + " -Dtest=OpenUpstreamPageTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }
}
