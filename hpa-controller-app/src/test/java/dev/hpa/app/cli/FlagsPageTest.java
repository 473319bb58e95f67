package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/flags.md} matches the declarations of the flags. */
class FlagsPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/flags.md");
  private static final String REWRITE = "hpa.docs.rewrite";

  @Test
  void thePageIsUpToDate() throws IOException {
    String made = FlagsPage.of(RunCommand.standalone().getCommandSpec());
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(PAGE, made);
    }
    assertEquals(
        made,
        Files.exists(PAGE) ? Files.readString(PAGE) : "",
        "docs/flags.md is stale; regenerate it with: mvn -pl hpa-controller-app -am"
            + " -Dtest=FlagsPageTest -Dsurefire.failIfNoSpecifiedTests=false -D"
            + REWRITE
            + "=true test");
  }
}
