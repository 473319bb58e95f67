package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.vectors.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/flags.md} matches the declarations of the flags. */
class FlagsPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("hpa.root", ".")).resolve("docs/flags.md");
  private static final String REWRITE = "hpa.docs.rewrite";

  /** Removed flags stay, and no flag of the newest release is unknown. */
  @Test
  void everyFlagOfTheNewestReleaseIsKnown() {
    Set<String> known =
        new RunFlags("hpa run")
            .topics().values().stream()
                .flatMap(List::stream)
                .map(Flag::dashed)
                .collect(Collectors.toSet());
    Set<String> recorded =
        Pattern.compile("(?m)^ +(-\\w, )?(--[a-z0-9-]+)")
            .matcher(Vectors.configured().text("v1.37/kcm-help.txt"))
            .results()
            .map(flag -> flag.group(2))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(148, recorded.size());
    FlagsWithoutEffect.NAMES.forEach(name -> recorded.remove("--" + name));
    recorded.removeAll(known);
    assertEquals(Set.of(), recorded);
  }

  @Test
  void thePageIsUpToDate() throws IOException {
    String made = FlagsPage.of(new RunFlags("hpa run"));
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
